import { CircleAlert, X } from 'lucide-react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { engineEditor } from '#messages/engine-editor.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { PASTED_TEXT_MAX_CHARACTERS, TEST_POSTS_PER_PLATFORM_MAX } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { useUnsavedInput } from '../../../../state/panel/unsaved.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldMessage } from '../../../../ui/field-message.tsx';
import { Form } from '../../../../ui/form.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { AddressInput } from '../../address-input.tsx';
import panel from '../../panel-styles.module.css';
import { momentText } from '../../time-text.ts';
import { shortAddress } from '../../web-address.ts';
import { FoldedRow } from './disclosure.tsx';
import { isFull, type TestPostProblem } from './engine-draft.ts';
import section from './engine-section.module.css';
import styles from './test-posts.module.css';
import type { EngineEditor } from './use-engine-editor.ts';

interface PartProps {
  platform: PlatformId;
  editor: EngineEditor;
}

const sentenceOf = (problem: TestPostProblem, platform: PlatformId): string =>
  problem === 'invalid'
    ? text(engineEditor, 'postProblems.invalid', { platform: PLATFORM_NAMES[platform] })
    : text(engineEditor, `postProblems.${problem}`);

function TestPostForm({ platform, editor }: PartProps) {
  const id = useId();
  const form = useForm({ defaultValues: { link: '' } });
  const problem = form.formState.errors.link?.type as TestPostProblem | undefined;
  useUnsavedInput(
    form.watch('link').trim() === ''
      ? null
      : text(engineEditor, 'unsavedPost', { platform: PLATFORM_NAMES[platform] }),
    form.reset,
  );
  const submit = form.handleSubmit(({ link }) => {
    const found = editor.testPosts.add(platform, link);
    if (found === null) form.reset();
    else form.setError('link', { type: found }, { shouldFocus: true });
  });
  return (
    <Form className={styles.form} data-row={`${platform} new`} onSubmit={submit}>
      <AddressInput
        id={id}
        aria-label={text(engineEditor, 'postUrl', { platform: PLATFORM_NAMES[platform] })}
        {...(problem !== undefined && { 'aria-describedby': `${id}problem` })}
        invalid={problem !== undefined}
        data-focus="link"
        maxLength={PASTED_TEXT_MAX_CHARACTERS}
        placeholder="https://"
        {...form.register('link', { onChange: () => form.clearErrors() })}
      />
      <Button type="submit">{text(engineEditor, 'postAdd')}</Button>
      <div role="alert" className={styles.problem}>
        {problem !== undefined && (
          <FieldMessage id={`${id}problem`} tone="error" icon={CircleAlert}>
            {sentenceOf(problem, platform)}
          </FieldMessage>
        )}
      </div>
    </Form>
  );
}

/**
 * Returns the sentence that says when the saved test posts of a platform were last checked, and with what result; or that they never were,
 * or are not checked while the platform is off.
 */
function lastText(platform: PlatformId, { settings, checks }: AdminEngines): string {
  if (!settings.platforms[platform]) return text(engineEditor, 'checkOff');
  const { lastAt, worked } = checks[platform];
  if (lastAt === null) return text(engineEditor, 'checkNever');
  const result = worked === null ? 'unknown' : worked ? 'passed' : 'failed';
  return text(engineEditor, `checkLast.${result}`, { time: momentText(lastAt) });
}

function PlatformTestPosts({ platform, editor, engines }: PartProps & { engines: AdminEngines }) {
  const id = useId();
  const links = editor.values.canaries[platform];
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{text(engineEditor, 'postsOf', { platform: PLATFORM_NAMES[platform] })}</h3>
      {links.length === 0 ? (
        <p className={panel.faint}>{text(engineEditor, 'postNone')}</p>
      ) : (
        <ul className={classNames(panel.lines, styles.list)}>
          {links.map((link) => (
            <li key={link} data-row={`${platform} ${link}`}>
              <span dir="ltr" title={link}>
                {shortAddress(link)}
              </span>
              <IconButton
                label={text(engineEditor, 'postRemove', { link: shortAddress(link) })}
                data-focus="remove"
                onClick={() => editor.testPosts.remove(platform, link)}
              >
                <X aria-hidden className="ic-s" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isFull(links) ? (
        <p className={panel.faint}>
          {text(engineEditor, 'postsFull', { count: TEST_POSTS_PER_PLATFORM_MAX })}
        </p>
      ) : (
        <TestPostForm platform={platform} editor={editor} />
      )}
      {engines.settings.canaries[platform].length > 0 && (
        <p className={styles.last}>{lastText(platform, engines)}</p>
      )}
    </section>
  );
}

/** Returns the sentences that say how many test posts there are, and on which platforms the last check failed. */
function stateOf({ values }: EngineEditor, { checks }: AdminEngines): string {
  const count = PLATFORM_IDS.reduce((sum, platform) => sum + values.canaries[platform].length, 0);
  if (count === 0) return text(engineEditor, 'postsNone');
  const failed = PLATFORM_IDS.filter((platform) => checks[platform].worked === false).map((platform) =>
    text(engineEditor, 'postsFailed', { platform: PLATFORM_NAMES[platform] }),
  );
  return [text(engineEditor, 'postsSummary', { count }), ...failed].join(' ');
}

/**
 * Renders the folded list of the test posts of each platform. Its heading says how many test posts there are and on which platforms the
 * last check failed.
 */
export const TestPosts = ({ editor, engines }: { editor: EngineEditor; engines: AdminEngines }) => (
  <FoldedRow id="test-posts" heading={text(engineEditor, 'posts')} state={stateOf(editor, engines)}>
    <p className={section.help}>{text(engineEditor, 'postsHelp')}</p>
    <div className={styles.platforms}>
      {PLATFORM_IDS.map((platform) => (
        <PlatformTestPosts key={platform} platform={platform} editor={editor} engines={engines} />
      ))}
    </div>
  </FoldedRow>
);
