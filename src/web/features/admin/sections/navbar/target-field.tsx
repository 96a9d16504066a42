import { useId } from 'react';
import { LINK_MAX_CHARACTERS } from '#shared/limits.ts';
import { NAV_PLACES, NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { SelectInput, TextInput } from '../../../../ui/text-field.tsx';
import { AddressMessage } from '../../address-message.tsx';
import { readSecureAddress } from '../../web-address.ts';
import { type AddressProblem, isPlace, type NavTarget } from './navbar-draft.ts';
import styles from './target-field.module.css';

/** The value of the select's last option; no target looks like it. */
const ELSEWHERE = 'elsewhere';

/** Where a link or the button leads: one of the page's places by name, or a web address. */
export function TargetSelect({
  id,
  label,
  target,
  onChange,
  className,
}: {
  id?: string;
  label?: string;
  target: NavTarget;
  onChange: (target: NavTarget) => void;
  className?: string | undefined;
}) {
  return (
    <SelectInput
      id={id}
      aria-label={label}
      className={className}
      value={isPlace(target) ? target : ELSEWHERE}
      onChange={({ target: { value } }) => onChange(value === ELSEWHERE ? '' : value)}
    >
      {NAV_PLACES.map((place) => (
        <option key={place.target} value={place.target}>
          {place.name} ({place.target})
        </option>
      ))}
      <option value={ELSEWHERE}>{NAVBAR_EDITOR.webAddress}</option>
    </SelectInput>
  );
}

const SENTENCES: Readonly<Record<AddressProblem, string>> = {
  required: NAVBAR_EDITOR.addressRequired,
  bare: NAVBAR_EDITOR.addressIncomplete,
  invalid: NAVBAR_EDITOR.addressInvalid,
};

/** The field for a web address, with what is wrong with it once `problem` says so. */
export function AddressField({
  label,
  target,
  problem,
  onChange,
  onLeave,
}: {
  label: string;
  target: string;
  problem: AddressProblem | undefined;
  onChange: (target: string) => void;
  onLeave: () => void;
}) {
  const id = useId();
  return (
    <div className={styles.address}>
      <TextInput
        aria-label={label}
        {...(problem !== undefined && { 'aria-describedby': id })}
        invalid={problem !== undefined}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={LINK_MAX_CHARACTERS}
        placeholder={NAVBAR_EDITOR.addressPlaceholder}
        value={target}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
        data-focus="address"
      />
      {problem !== undefined && (
        <AddressMessage
          id={id}
          text={SENTENCES[problem]}
          address={readSecureAddress(target)}
          onFix={onChange}
        />
      )}
    </div>
  );
}
