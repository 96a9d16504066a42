import { useId } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import { NAV_TARGETS } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { readTarget } from '../../web-address.ts';
import { isPagePlace, type NavTarget, type TargetProblem } from './navbar-draft.ts';

/** Value of the select's last option; differs from every target. */
const ELSEWHERE = 'elsewhere';

const PLACES = [
  ...NAV_TARGETS.map((place) => [place, `${text(navbarEditor, `places.${place}`)} (${place})`] as const),
  [ELSEWHERE, text(navbarEditor, 'webAddress')] as const,
];

/** Renders the select for a target: an anchor on the page by name, or an address, which then begins empty. */
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
      options={PLACES}
      onChoose={(value) => onChange(value === ELSEWHERE ? '' : value)}
    />
  );
}

const SENTENCES: Readonly<Record<TargetProblem, string>> = {
  required: text(navbarEditor, 'addressRequired'),
  bare: text(navbarEditor, 'addressIncomplete'),
  invalid: text(navbarEditor, 'addressInvalid'),
};

/** Renders the field for a web address, with its problem if `problem` is set. */
export function TargetAddress({
  label,
  target,
  problem,
  onChange,
}: {
  label: string;
  target: string;
  problem: TargetProblem | undefined;
  onChange: (target: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <AddressInput
        aria-label={label}
        {...(problem !== undefined && { 'aria-describedby': id })}
        invalid={problem !== undefined}
        placeholder={text(navbarEditor, 'addressPlaceholder')}
        value={target}
        onChange={(event) => onChange(event.target.value)}
        data-focus="address"
      />
      {problem !== undefined && (
        <AddressMessage id={id} problem={SENTENCES[problem]} address={readTarget(target)} onFix={onChange} />
      )}
    </div>
  );
}
