import { type ReactNode, useId } from 'react';
import { navbarEditor } from '#messages/navbar-editor.ts';
import { NAV_TARGETS } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { SelectInput } from '../../../../ui/text-field.tsx';
import { AddressInput, AddressMessage } from '../../address-input.tsx';
import { readTarget } from '../../web-address.ts';
import { isPagePlace, type NavTarget, type TargetProblem } from './navbar-draft.ts';
import styles from './target-field.module.css';

/** Value of the last option of the select. No target has this value. */
const ELSEWHERE = 'elsewhere';

const PLACES = [
  ...NAV_TARGETS.map((place) => [place, `${text(navbarEditor, `places.${place}`)} (${place})`] as const),
  [ELSEWHERE, text(navbarEditor, 'webAddress')] as const,
];

const SENTENCES: Readonly<Record<TargetProblem, string>> = {
  required: text(navbarEditor, 'addressRequired'),
  bare: text(navbarEditor, 'addressIncomplete'),
  invalid: text(navbarEditor, 'addressInvalid'),
};

/**
 * Renders the select for a target: a section of the page, or an address. If an address is chosen, also renders the address field, which
 * begins empty, the problem of the address, and `children`. `id` or `label` names the select.
 */
export function TargetField({
  id,
  label,
  addressLabel,
  target,
  problem,
  onChange,
  children,
}: {
  id?: string;
  label?: string;
  addressLabel: string;
  target: NavTarget;
  problem: TargetProblem | undefined;
  onChange: (target: NavTarget) => void;
  children?: ReactNode;
}) {
  const problemId = useId();
  const isPlace = isPagePlace(target);
  return (
    <div className={styles.target}>
      <SelectInput
        id={id}
        aria-label={label}
        value={isPlace ? target : ELSEWHERE}
        options={PLACES}
        onChoose={(value) => onChange(value === ELSEWHERE ? '' : value)}
      />
      {!isPlace && (
        <div>
          <AddressInput
            aria-label={addressLabel}
            aria-describedby={problem && problemId}
            invalid={problem !== undefined}
            placeholder={text(navbarEditor, 'addressPlaceholder')}
            value={target}
            onChange={(event) => onChange(event.target.value)}
            data-focus="address"
          />
          {problem !== undefined && (
            <AddressMessage
              id={problemId}
              problem={SENTENCES[problem]}
              address={readTarget(target)}
              onFix={onChange}
            />
          )}
        </div>
      )}
      {!isPlace && children}
    </div>
  );
}
