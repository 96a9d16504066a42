import type { ReactNode } from 'react';
import { helpPage } from '#messages/help-page.ts';
import { sitePath } from '#shared/base-path.ts';
import type { Delivery, Site } from '#shared/contract/site.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import pageStyles from '../../ui/text-page.module.css';
import { TextWithLink } from '../../ui/text-with-link.tsx';
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

/** Steps on an iPhone for each kind of delivery. They differ, because with direct delivery most files open in a new tab. */
const IPHONE_STEPS = {
  tunnel: ['copy', 'paste', 'save', 'photos'],
  direct: ['copy', 'paste', 'direct'],
} as const;
const STEPS = { tunnel: ['copy', 'paste', 'save'], direct: ['copy', 'paste', 'direct'] } as const;

/** Text that a shortcut puts between the site's address and a link. */
const URL_PARAMETER = '/?url=';

const IPhone = ({ publicUrl, delivery }: { publicUrl: string; delivery: Delivery }) => (
  <Part name="iphone">
    <Steps>{IPHONE_STEPS[delivery].map((step) => text(helpPage, `iphone.${step}`))}</Steps>
    <h3 className="subhead">{text(helpPage, 'iphone.shortcut')}</h3>
    <p>{text(helpPage, 'iphone.shortcut.lede')}</p>
    <ol>
      <li>{text(helpPage, 'iphone.shortcut.create')}</li>
      <li>{text(helpPage, 'iphone.shortcut.encode')}</li>
      <li>
        {text(helpPage, 'iphone.shortcut.open')}
        <code className={styles.address}>{publicUrl + URL_PARAMETER}</code>
      </li>
    </ol>
  </Part>
);

/**
 * Renders the steps for Android. Over HTTPS, browsers can install the site and then offer it in the Share menu, so only then is that
 * explained.
 */
const Android = ({ isEncrypted, delivery }: { isEncrypted: boolean; delivery: Delivery }) => (
  <Part name="android">
    <Steps>{STEPS[delivery].map((step) => text(helpPage, `android.${step}`))}</Steps>
    {isEncrypted && (
      <>
        <h3 className="subhead">{text(helpPage, 'android.share')}</h3>
        <p>{text(helpPage, 'android.share.text')}</p>
      </>
    )}
  </Part>
);

interface PointsProps {
  name: 'sets' | 'failed' | 'slow';
  points: readonly string[];
  /** Element of the last point. */
  children?: ReactNode;
}

const Points = ({ name, points, children }: PointsProps) => (
  <Part name={name}>
    <ul>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
      {children}
    </ul>
  </Part>
);

const SETS = ['choose', 'photos', 'separate', 'zip'] as const;
const FAILED = ['private', 'share', 'wait'] as const;
const SLOW = {
  tunnel: ['limit', 'smaller', 'resume', 'blockers'],
  direct: ['limit', 'smaller', 'direct', 'blockers'],
} as const;

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
              <a className="link tap" href={`#${part}`}>
                {text(helpPage, `${part}.heading`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <IPhone publicUrl={publicUrl} delivery={site.delivery} />
      <Android isEncrypted={publicUrl.startsWith('https:')} delivery={site.delivery} />
      <Part name="computer">
        <Steps>{STEPS[site.delivery].map((step) => text(helpPage, `computer.${step}`))}</Steps>
      </Part>
      <Points name="sets" points={SETS.map((point) => text(helpPage, `sets.${point}`))} />
      <Part name="stories">
        <p>{text(helpPage, site.readsStories ? 'stories.text' : 'stories.none')}</p>
      </Part>
      <Points name="failed" points={FAILED.map((point) => text(helpPage, `failed.${point}`))}>
        <li>
          <TextWithLink parts={textParts(helpPage, 'failed.status')} href={sitePath('/status')} />
        </li>
      </Points>
      <Points name="slow" points={SLOW[site.delivery].map((point) => text(helpPage, `slow.${point}`))} />
      <Part name="contact">{contact}</Part>
    </div>
  </main>
);
