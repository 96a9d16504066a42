import { useState } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { alertTestSchema, type EngineValues } from '#shared/contract/engines.ts';
import { parseExternalAddress } from '#shared/contract/external-address.ts';
import { text } from '#shared/messages/text.ts';
import { notifyError, notifySuccess } from '../../../../state/notices.ts';
import { isEqual } from '../../../../state/panel/draft.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../confirm-dialog.tsx';
import { SelectField } from '../../field.tsx';
import { useIsOwner } from '../../use-is-own.ts';
import { AddressField } from './address-field.tsx';
import { FoldedRow } from './disclosure.tsx';
import styles from './engine-section.module.css';
import type { EngineEditor } from './use-engine-editor.ts';

const SHARES = [10, 20, 30, 40, 50, 60, 70, 80, 90];

/** Time limit of the test call. It is longer than the server waits for the webhook. */
const TEST_TIMEOUT_MS = 30_000;

/**
 * Renders the button that sends a test to the saved webhook. A notice says whether the webhook accepted it. The button is unavailable while
 * the typed settings are not saved.
 */
function TestButton({ isSaved }: { isSaved: boolean }) {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const answer = await callAsAccount('/api/admin/engines/alerts/test', {
      method: 'POST',
      body: {},
      timeoutMs: TEST_TIMEOUT_MS,
      responseSchema: alertTestSchema,
    });
    setSending(false);
    if (!answer.ok) notifyError(answer.detail);
    else if (answer.value.delivered) notifySuccess(text(engineEditor, 'testSent'));
    else notifyError(text(engineEditor, 'testFailed'));
  };
  return (
    <div>
      <Button size="small" unavailable={!isSaved || isSending} onClick={() => void send()}>
        {text(engineEditor, isSending ? 'testSending' : 'test')}
      </Button>
      {!isSaved && <p className={styles.help}>{text(engineEditor, 'testUnsaved')}</p>}
    </div>
  );
}

/**
 * Renders the offer to send alerts to an address in the owner's own network, with a confirmation. Renders nothing unless the owner has
 * typed such an address and its problem is shown.
 */
function LanOffer({ editor }: { editor: EngineEditor }) {
  const isOwner = useIsOwner();
  const { webhook } = editor;
  const address = parseExternalAddress(webhook.text, true);
  if (!isOwner || webhook.problem === null || !address.ok) return null;
  return (
    <div>
      <ConfirmButton
        size="small"
        title={text(engineEditor, 'lanTitle')}
        text={text(engineEditor, 'lanText', { host: new URL(address.url).host })}
        confirmLabel={text(engineEditor, 'lanConfirm')}
        run={() => editor.confirmLan(address.url)}
      >
        {text(engineEditor, 'lanUse')}
      </ConfirmButton>
    </div>
  );
}

/**
 * Renders the folded alert settings: the address of the webhook, the success rate below which an alert is sent, and the test of the
 * webhook. `saved` contains the values of the server.
 */
export function AlertsRow({ editor, saved }: { editor: EngineEditor; saved: EngineValues['alerts'] }) {
  const { below, webhook, lan } = editor.values.alerts;
  const shares = [...new Set([...SHARES, below])].toSorted((one, other) => one - other);
  return (
    <FoldedRow
      id="alerts"
      heading={text(engineEditor, 'alerts')}
      state={
        webhook === null
          ? text(engineEditor, 'alertsOff')
          : text(engineEditor, 'alertsOn', { percent: below })
      }
    >
      <p className={styles.help}>{text(engineEditor, 'alertsHelp')}</p>
      <div className={styles.alerts}>
        <AddressField
          label={text(engineEditor, 'webhook')}
          hint={text(engineEditor, lan ? 'lanHint' : 'webhookHint')}
          draft={editor.webhook}
        />
        <LanOffer editor={editor} />
        <SelectField
          label={text(engineEditor, 'below')}
          value={String(below)}
          options={shares.map((share) => [
            String(share),
            text(engineEditor, 'belowOption', { percent: share }),
          ])}
          onChoose={(share) => editor.setAlertBelow(Number(share))}
        />
        {webhook !== null && <TestButton isSaved={isEqual(editor.values.alerts, saved)} />}
      </div>
    </FoldedRow>
  );
}
