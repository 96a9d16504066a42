import { useId } from 'react';
import { NAV_PLACES, NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { readSecureAddress } from '../../web-address.ts';
import { type AddressProblem, isPagePlace, type NavTarget } from './navbar-draft.ts';

/** Value of the select's last option; differs from every target. */
const ELSEWHERE = 'elsewhere';

/** Renders the select for a target: an anchor on the page by name, or a web address. */
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
      value={isPagePlace(target) ? target : ELSEWHERE}
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

/** Renders the field for a web address, with its problem if `problem` is set. */
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
    <div>
      <AddressInput
        aria-label={label}
        {...(problem !== undefined && { 'aria-describedby': id })}
        invalid={problem !== undefined}
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
