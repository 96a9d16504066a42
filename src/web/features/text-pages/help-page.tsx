import type { ReactNode } from 'react';
import { helpPage } from '#messages/help-page.ts';
import type { Delivery, Site } from '#shared/contract/site.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import pageStyles from '../../ui/text-page.module.css';
import styles from './text-pages.module.css';

const PARTS = ['iphone', 'android', 'computer', 'sets', 'stories', 'failed', 'slow', 'contact'] as const;
type PartName = (typeof PARTS)[number];

const Part = ({ name, children }: { name: PartName; children: ReactNode }) => (
  <section id={name} className={styles.part} aria-labelledby={`${name}-heading`}>
    <h2 id={`${name}-heading`}>{text(helpPage, `${name}.heading`)}</h2>
    {children}
  </section>
);

const Steps = ({ children }: { children: readonly string[] }) => (
  <ol>
    {children.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
);

/** With direct delivery most files open in a new tab. */
const IPHONE_STEPS = {
  tunnel: ['copy', 'paste', 'save', 'photos'],
  direct: ['copy', 'paste', 'direct'],
} as const;
const STEPS = { tunnel: ['copy', 'paste', 'save'], direct: ['copy', 'paste', 'direct'] } as const;

const IPhone = ({ publicUrl, delivery }: { publicUrl: string; delivery: Delivery }) => (
  <Part name="iphone">
    <Steps>{IPHONE_STEPS[delivery].map((step) => text(helpPage, `iphone.${step}`))}</Steps>
    <h3>{text(helpPage, 'iphone.shortcut')}</h3>
    <p>{text(helpPage, 'iphone.shortcut.lede')}</p>
    <ol>
      <li>{text(helpPage, 'iphone.shortcut.create')}</li>
      <li>{text(helpPage, 'iphone.shortcut.encode')}</li>
      <li>
        {text(helpPage, 'iphone.shortcut.open')}
        <code className={styles.address}>{new URL('/?url=', publicUrl).href}</code>
      </li>
    </ol>
  </Part>
);

/** Browsers install a site, and so offer it in the Share menu, only over HTTPS. */
const Android = ({ isEncrypted, delivery }: { isEncrypted: boolean; delivery: Delivery }) => (
  <Part name="android">
    <Steps>{STEPS[delivery].map((step) => text(helpPage, `android.${step}`))}</Steps>
    {isEncrypted && (
      <>
        <h3>{text(helpPage, 'android.share')}</h3>
        <p>{text(helpPage, 'android.share.text')}</p>
      </>
    )}
  </Part>
);

const Computer = ({ delivery }: { delivery: Delivery }) => (
  <Part name="computer">
    <Steps>{STEPS[delivery].map((step) => text(helpPage, `computer.${step}`))}</Steps>
  </Part>
);

const Sets = () => (
  <Part name="sets">
    <ul>
      {(['choose', 'photos', 'separate', 'zip'] as const).map((point) => (
        <li key={point}>{text(helpPage, `sets.${point}`)}</li>
      ))}
    </ul>
  </Part>
);

const Failed = () => {
  const [before, inside, after] = textParts(helpPage, 'failed.status');
  return (
    <Part name="failed">
      <ul>
        {(['private', 'share', 'wait'] as const).map((point) => (
          <li key={point}>{text(helpPage, `failed.${point}`)}</li>
        ))}
        <li>
          {before}
          <a className="link" href="/status">
            {inside}
          </a>
          {after}
        </li>
      </ul>
    </Part>
  );
};

const Slow = ({ delivery }: { delivery: Delivery }) => (
  <Part name="slow">
    <ul>
      {(['limit', 'smaller', delivery === 'direct' ? 'direct' : 'resume', 'blockers'] as const).map(
        (point) => (
          <li key={point}>{text(helpPage, `slow.${point}`)}</li>
        ),
      )}
    </ul>
  </Part>
);

/** Renders the help for each device and each kind of problem. */
export const HelpPage = ({
  site,
  publicUrl,
  contact,
}: {
  site: Site;
  publicUrl: string;
  /** How to reach the owner. */
  contact: ReactNode;
}) => (
  <main className="wrap">
    <div className={classNames(pageStyles.page, styles.page)}>
      <div className={styles.head}>
        <h1>{text(helpPage, 'title')}</h1>
        <p>{text(helpPage, 'lede')}</p>
      </div>
      <nav aria-label={text(helpPage, 'contents')} className={styles.contents}>
        <ul>
          {PARTS.map((part) => (
            <li key={part}>
              <a className="link" href={`#${part}`}>
                {text(helpPage, `${part}.heading`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <IPhone publicUrl={publicUrl} delivery={site.delivery} />
      <Android isEncrypted={publicUrl.startsWith('https:')} delivery={site.delivery} />
      <Computer delivery={site.delivery} />
      <Sets />
      <Part name="stories">
        <p>{text(helpPage, site.readsStories ? 'stories.text' : 'stories.none')}</p>
      </Part>
      <Failed />
      <Slow delivery={site.delivery} />
      <Part name="contact">{contact}</Part>
    </div>
  </main>
);
