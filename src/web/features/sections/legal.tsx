import type { ReactNode } from 'react';
import { legal } from '#messages/legal.ts';
import { template, text } from '#shared/messages/text.ts';
import { LiveText } from '../../ui/live-text.tsx';
import bandStyles from './band.module.css';
import { Band } from './band.tsx';
import styles from './legal.module.css';
import { mailTo } from './mail-address.ts';

/** The legal texts and the points of each, in the order shown. */
const POINTS = {
  privacy: ['server', 'preview', 'files', 'totals', 'browser'],
  terms: ['automation', 'use', 'asIs', 'heavyUse'],
  dmca: ['post', 'person', 'goodFaith', 'accuracy', 'signature'],
  copyright: ['copy', 'credit', 'music', 'quoting'],
} as const;
type LegalId = keyof typeof POINTS;
type PointKey = { [Id in LegalId]: `${Id}.points.${(typeof POINTS)[Id][number]}` }[LegalId];

const pointsOf = (id: LegalId): readonly string[] =>
  POINTS[id].map((point) => text(legal, `${id}.points.${point}` as PointKey));

/** Renders one of the four legal texts: a summary sentence, then its points. */
const LegalText = ({ id, siteTitle, children }: { id: LegalId; siteTitle: string; children?: ReactNode }) => (
  <section id={id} className={bandStyles.part}>
    <h3>{text(legal, `${id}.title`)}</h3>
    <p>
      <LiveText text={template(legal, `${id}.lede`)} values={{ title: siteTitle }} />
    </p>
    <ul className={styles.points}>
      {pointsOf(id).map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
    {children}
  </section>
);

/** Renders where to send a notice: to the owner, or to the platform if no address is published. */
const NoticeAddress = ({ title, address }: { title: string; address: string | null }) => (
  <p className={styles.goesTo}>
    <LiveText text={template(legal, address === null ? 'dmca.nowhere' : 'dmca.goesTo')} values={{ title }} />{' '}
    {address === null ? (
      <a className="link" href="#contact">
        {text(legal, 'dmca.contact')}
      </a>
    ) : (
      <a className="link" href={mailTo(address, text(legal, 'dmca.subject'))}>
        {address}
      </a>
    )}
  </p>
);

/**
 * Renders the privacy, terms, DMCA and copyright texts. They are drafts until the owner's lawyer has reviewed them
 * (docs).
 */
export const Legal = ({ title, address }: { title: string; address: string | null }) => (
  <Band name="legal" heading={text(legal, 'heading')}>
    <div className={styles.grid}>
      <LegalText id="privacy" siteTitle={title} />
      <LegalText id="terms" siteTitle={title} />
      <LegalText id="dmca" siteTitle={title}>
        <NoticeAddress title={title} address={address} />
      </LegalText>
      <LegalText id="copyright" siteTitle={title} />
    </div>
  </Band>
);
