import { Plus } from 'lucide-react';
import { faq } from '#messages/faq.ts';
import type { Site } from '#shared/contract/site.ts';
import { template, text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import bandStyles from './band.module.css';
import { SectionHead } from './band.tsx';
import styles from './faq.module.css';

type QuestionName = keyof typeof faq extends infer Key
  ? Key extends `${infer Name}.question`
    ? Name
    : never
  : never;

const QUESTION_KEY = /^(.+)\.question$/u;
/** Questions in the order of the texts. */
const QUESTIONS = Object.keys(faq).flatMap((key) => QUESTION_KEY.exec(key)?.[1] ?? []) as QuestionName[];

const answerTo = (name: QuestionName, { readsStories, delivery }: Site): string => {
  if ((name === 'links' || name === 'story') && !readsStories) return text(faq, `${name}.without`);
  if ((name === 'records' || name === 'phone') && delivery === 'direct') return text(faq, `${name}.direct`);
  return text(faq, `${name}.answer`);
};

const ledeFor = ({ contactEmail, socialLinks }: Site): string => {
  if (contactEmail !== null) return text(faq, 'lede');
  return text(faq, socialLinks.length > 0 ? 'ledeSocial' : 'ledeNone');
};

/**
 * Renders the questions and their answers, which depend on the settings of the site. All answers are closed until use-accordion.ts makes
 * the list interactive.
 */
export function Faq({
  site,
  home = '',
}: {
  site: Site;
  /** URL of the page with the sections, if it is another page. */
  home?: string;
}) {
  return (
    <section
      id="faqs"
      className={classNames(bandStyles.band, bandStyles.ruled)}
      aria-labelledby="faqs-heading"
    >
      <div className={classNames('wrap', styles.split)}>
        <div className={styles.aside}>
          <SectionHead id="faqs-heading" heading={text(faq, 'heading')} lede={ledeFor(site)} />
          <ButtonLink href={`${home}#contact`}>{text(faq, 'contact')}</ButtonLink>
        </div>
        <div className={styles.list}>
          {QUESTIONS.map((name, index) => (
            <div key={name} data-testid="faq">
              <h3>
                <button
                  type="button"
                  id={`question-${String(index + 1)}`}
                  aria-expanded="false"
                  aria-controls={`answer-${String(index + 1)}`}
                >
                  <span>
                    <LiveText text={template(faq, `${name}.question`)} values={{ title: site.title }} />
                  </span>
                  <Plus aria-hidden className="ic" />
                </button>
              </h3>
              {/* biome-ignore lint/a11y/useSemanticElements: sections that open and close must not be landmarks */}
              <div
                id={`answer-${String(index + 1)}`}
                className={styles.answer}
                role="region"
                aria-labelledby={`question-${String(index + 1)}`}
                // public-document.tsx replaces it with hidden="until-found".
                data-until-found
              >
                <p>{answerTo(name, site)}</p>
              </div>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
