import { Plus } from 'lucide-react';
import { FAQ_TEXT } from '#shared/section-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import bandStyles from './band.module.css';
import { SectionHead } from './band.tsx';
import styles from './faq.module.css';

/** Renders ten questions with closed answers; use-accordion.ts makes them interactive. */
export function Faq({ title, hasAddress }: { title: string; hasAddress: boolean }) {
  return (
    <section
      id="faqs"
      className={classNames(bandStyles.band, bandStyles.ruled)}
      aria-labelledby="faqs-heading"
    >
      <div className={classNames('wrap', styles.split)}>
        <div className={styles.aside}>
          <SectionHead
            id="faqs-heading"
            heading={FAQ_TEXT.heading}
            lede={hasAddress ? FAQ_TEXT.lede : FAQ_TEXT.ledeWithoutAddress}
          />
          <ButtonLink href="#contact">{FAQ_TEXT.contact}</ButtonLink>
        </div>
        <div className={styles.list}>
          {FAQ_TEXT.questions.map(({ question, answer }, index) => (
            <div key={question} data-testid="faq">
              <h3>
                <button
                  type="button"
                  id={`question-${String(index + 1)}`}
                  aria-expanded="false"
                  aria-controls={`answer-${String(index + 1)}`}
                >
                  <span>
                    <LiveText text={question} values={{ title }} />
                  </span>
                  <Plus aria-hidden className="ic" />
                </button>
              </h3>
              {/* biome-ignore lint/a11y/useSemanticElements: ten sections that open and close must not be landmarks */}
              <div
                id={`answer-${String(index + 1)}`}
                className={styles.answer}
                role="region"
                aria-labelledby={`question-${String(index + 1)}`}
                // public-document.tsx replaces it with hidden="until-found".
                data-until-found
              >
                <p>{answer}</p>
              </div>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
