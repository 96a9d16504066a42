import * as z from 'zod/mini';
import { generalSection } from '#messages/general-section.ts';
import { panelOutcomes } from '#messages/panel-outcomes.ts';
import { contactEmailSchema } from '#shared/contract/site.ts';
import { CONTACT_EMAIL_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import type { DraftFields } from '../../../../state/panel/use-draft.ts';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { TextInput } from '../../../../ui/text-field.tsx';
import { notifyIfCut } from '../../paste-limit.ts';
import { SettingRow } from '../../setting-row.tsx';

export const CONTACT_ID = 'contact-email';

/** Returns whether a typed contact address can be saved; true for null, which means that the site has none. */
export const canSaveContactEmail = (typed: string | null): boolean =>
  typed === null || z.safeParse(contactEmailSchema, typed.trim()).success;

/** Returns where the shown address comes from, which is a question only while the variable is set. */
const originOf = (chosenInPanel: boolean, variableSet: boolean): string | false =>
  variableSet && text(generalSection, chosenInPanel ? 'contactChosen' : 'contactFromVariable');

/** Renders the address at which visitors reach the owner. `invalid` marks it after an attempt to save. */
export function ContactRow({
  draft,
  chosenInPanel,
  variableSet,
  invalid,
}: {
  draft: DraftFields<'contactEmail'>;
  chosenInPanel: boolean;
  variableSet: boolean;
  invalid: boolean;
}) {
  return (
    <SettingRow
      heading={text(generalSection, 'contact')}
      help={text(generalSection, 'contactHelp')}
      labelFor={CONTACT_ID}
    >
      <TextInput
        id={CONTACT_ID}
        type="email"
        value={draft.values.contactEmail ?? ''}
        maxLength={CONTACT_EMAIL_MAX_CHARACTERS}
        onPaste={notifyIfCut}
        invalid={invalid}
        aria-describedby={`${CONTACT_ID}-line`}
        autoComplete="off"
        dir="ltr"
        onChange={({ target }) =>
          draft.edit({ contactEmail: target.value.trim() === '' ? null : target.value })
        }
      />
      <FieldMessage id={`${CONTACT_ID}-line`} tone={invalid ? 'error' : 'hint'}>
        {invalid ? text(panelOutcomes, 'invalidEmail') : originOf(chosenInPanel, variableSet)}
      </FieldMessage>
    </SettingRow>
  );
}
