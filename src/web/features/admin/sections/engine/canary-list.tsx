import { CircleAlert, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { CANARIES_PER_PLATFORM_MAX, PASTED_TEXT_MAX_CHARACTERS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import { useUnsavedInput } from '../../../../state/panel/unsaved.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { AddressInput } from '../../address-input.tsx';
import { shortAddress } from '../../web-address.ts';
import styles from './canary-list.module.css';
import { CheckNow } from './check-now.tsx';
import { FoldedRow } from './disclosure.tsx';
import { type CanaryProblem, isFull } from './engine-draft.ts';
import type { EngineEditor } from './use-engine-editor.ts';

interface PartProps {
  platform: PlatformId;
  editor: EngineEditor;
}

const sentenceOf = (problem: CanaryProblem, platform: PlatformId): string =>
  problem === 'invalid'
    ? text(engineEditor, 'canaryProblems.invalid', { platform: PLATFORM_NAMES[platform] })
    : text(engineEditor, `canaryProblems.${problem}`);

function CanaryForm({ platform, editor }: PartProps) {
  const id = useId();
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<CanaryProblem | null>(null);
  useUnsavedInput(
    pasted.trim() === '' ? null : text(engineEditor, 'unsavedCanary', { platform: PLATFORM_NAMES[platform] }),
    () => setPasted(''),
  );
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = editor.canaries.add(platform, pasted);
    setProblem(found);
    if (found === null) setPasted('');
    else document.getElementById(id)?.focus();
  };
  return (
    <form noValidate className={styles.form} data-row={`${platform} new`} onSubmit={send}>
      <AddressInput
        id={id}
        aria-label={text(engineEditor, 'canaryUrl', { platform: PLATFORM_NAMES[platform] })}
        {...(problem !== null && { 'aria-describedby': `${id}problem` })}
        invalid={problem !== null}
        data-focus="link"
        maxLength={PASTED_TEXT_MAX_CHARACTERS}
        placeholder="https://"
        value={pasted}
        onChange={({ target }) => {
          setPasted(target.value);
          setProblem(null);
        }}
      />
      <Button type="submit">{text(engineEditor, 'canaryAdd')}</Button>
      <div role="alert" className={styles.problem}>
        {problem !== null && (
          <FieldMessage id={`${id}problem`} tone="error" icon={CircleAlert}>
            {sentenceOf(problem, platform)}
          </FieldMessage>
        )}
      </div>
    </form>
  );
}

function PlatformCanaries({ platform, editor, engines }: PartProps & { engines: AdminEngines }) {
  const id = useId();
  const links = editor.values.canaries[platform];
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{text(engineEditor, 'canariesOf', { platform: PLATFORM_NAMES[platform] })}</h3>
      {links.length === 0 ? (
        <p className={styles.note}>{text(engineEditor, 'canaryNone')}</p>
      ) : (
        <ul className={styles.list}>
          {links.map((link) => (
            <li key={link} data-row={`${platform} ${link}`}>
              <span dir="ltr" title={link}>
                {shortAddress(link)}
              </span>
              <IconButton
                label={text(engineEditor, 'canaryRemove', { link: shortAddress(link) })}
                data-focus="remove"
                onClick={() => editor.canaries.remove(platform, link)}
              >
                <X aria-hidden className="ic-s" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isFull(links) ? (
        <p className={styles.note}>
          {text(engineEditor, 'canaryFull', { count: CANARIES_PER_PLATFORM_MAX })}
        </p>
      ) : (
        <CanaryForm platform={platform} editor={editor} />
      )}
      <CheckNow platform={platform} engines={engines} />
    </section>
  );
}

/** Returns how many posts are tested, and which self-tests failed last. */
function stateOf({ values }: EngineEditor, { checks }: AdminEngines): string {
  const count = PLATFORM_IDS.reduce((sum, platform) => sum + values.canaries[platform].length, 0);
  if (count === 0) return text(engineEditor, 'canariesNone');
  const failed = PLATFORM_IDS.filter((platform) => checks[platform].worked === false).map((platform) =>
    text(engineEditor, 'canariesFailed', { platform: PLATFORM_NAMES[platform] }),
  );
  return [text(engineEditor, 'canariesSummary', { count }), ...failed].join(' ');
}

/** Lists the posts used to check the platforms, folded. */
export const CanaryList = ({ editor, engines }: { editor: EngineEditor; engines: AdminEngines }) => (
  <FoldedRow id="self-test" heading={text(engineEditor, 'canaries')} state={stateOf(editor, engines)}>
    <p className={styles.help}>{text(engineEditor, 'canariesHelp')}</p>
    <div className={styles.platforms}>
      {PLATFORM_IDS.map((platform) => (
        <PlatformCanaries key={platform} platform={platform} editor={editor} engines={engines} />
      ))}
    </div>
  </FoldedRow>
);
