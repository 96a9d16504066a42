import type { ReactNode } from 'react';
import { helpPage } from '#messages/help-page.ts';
import { sitePath } from '#shared/base-path.ts';
import type { Delivery, Site } from '#shared/contract/site.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { text, textParts } from '#shared/messages/text.ts';
import { SHARE_PATH } from '#shared/sharing.ts';
import { classNames } from '../../lib/class-names.ts';
import pageStyles from '../../ui/text-page.module.css';
import { TextWithLink } from '../../ui/text-with-link.tsx';
import styles from './text-pages.module.css';

const PARTS = [
  'iphone',
  'android',
  'computer',
  'sets',
  'stories',
  'failed',
  'slow',
  'contact',
  'licences',
] as const;
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

/** Text that a shortcut or the bookmarklet puts between the site's address and a link. A fragment reaches no server. */
const LINK_FRAGMENT = '/#link=';

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
        <code className={styles.address}>{publicUrl + LINK_FRAGMENT}</code>
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

/**
 * Returns the address of a bookmarklet that posts the address of the present page to this site. A page whose policy forbids the form gets the
 * address with the link instead, which stays in the browser's history. Pages may forbid scripts of other sites, so it loads none.
 */
const bookmarklet = (publicUrl: string): string => {
  const site = JSON.stringify(publicUrl);
  const code = `(()=>{const u=location.href,d=document,f=d.createElement("form"),i=d.createElement("input");f.method="post";f.action=${site}+"${SHARE_PATH}";i.type="hidden";i.name="url";i.value=u;f.append(i);d.body.append(f);d.addEventListener("securitypolicyviolation",e=>{if(e.effectiveDirective=="form-action"&&e.disposition=="enforce")location.href=${site}+"${LINK_FRAGMENT}"+encodeURIComponent(u)});f.submit()})()`;
  return `javascript:${code.replaceAll('%', '%25')}`;
};

const Computer = ({ site, publicUrl }: { site: Site; publicUrl: string }) => {
  const code = bookmarklet(publicUrl);
  const name = text(helpPage, 'computer.bookmark.name', { title: site.title });
  return (
    <Part name="computer">
      <Steps>{STEPS[site.delivery].map((step) => text(helpPage, `computer.${step}`))}</Steps>
      <h3 className="subhead">{text(helpPage, 'computer.bookmark')}</h3>
      <p>{text(helpPage, 'computer.bookmark.text')}</p>
      <p
        className={styles.bookmark}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React refuses the address of a bookmarklet
        dangerouslySetInnerHTML={{
          __html: `<a class="link tap" href="${escapeHtml(code)}">${escapeHtml(name)}</a>`,
        }}
      />
      <label className={styles.code}>
        {text(helpPage, 'computer.bookmark.code')}
        <input readOnly value={code} />
      </label>
    </Part>
  );
};

interface PointsProps {
  name: 'sets' | 'failed' | 'slow' | 'licences';
  points: readonly string[];
  /** Elements of the last points. */
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

/** Sources of the libraries that make files on the device and whose licences ask to be named. */
const SOURCES = [
  ['mediabunny', 'https://github.com/Vanilagy/mediabunny'],
  ['encoders', 'https://github.com/arseneyr/wasm-media-encoders'],
  ['lame', 'https://lame.sourceforge.io'],
] as const;

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
      <Computer site={site} publicUrl={publicUrl} />
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
      <Points name="licences" points={[text(helpPage, 'licences.lede')]}>
        {SOURCES.map(([name, source]) => (
          <li key={name}>
            <TextWithLink parts={textParts(helpPage, `licences.${name}`)} href={source} />
          </li>
        ))}
      </Points>
    </div>
  </main>
);
