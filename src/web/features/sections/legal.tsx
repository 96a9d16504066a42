import type { ReactNode } from 'react';
import { LEGAL_TEXT } from '#shared/section-messages.ts';
import { LiveText } from '../../ui/live-text.tsx';
import bandStyles from './band.module.css';
import { Band } from './band.tsx';
import styles from './legal.module.css';
import { mailTo } from './mail-address.ts';

const { privacy, terms, dmca, copyright } = LEGAL_TEXT;

/** Renders one of the four legal texts: a summary sentence, then its points. */
const LegalText = ({
  id,
  text,
  siteTitle,
  children,
}: {
  id: string;
  text: { title: string; lede: string; points: readonly string[] };
  siteTitle: string;
  children?: ReactNode;
}) => (
  <section id={id} className={bandStyles.part}>
    <h3>{text.title}</h3>
    <p>
      <LiveText text={text.lede} values={{ title: siteTitle }} />
    </p>
    <ul className={styles.points}>
      {text.points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
    {children}
  </section>
);

/** Renders where to send a notice: to the owner, or to the platform if no address is published. */
const NoticeAddress = ({ title, address }: { title: string; address: string | null }) => (
  <p className={styles.goesTo}>
    <LiveText text={address === null ? dmca.nowhere : dmca.goesTo} values={{ title }} />{' '}
    {address === null ? (
      <a className="link" href="#contact">
        {dmca.contact}
      </a>
    ) : (
      <a className="link" href={mailTo(address, dmca.subject)}>
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
  <Band name="legal" heading={LEGAL_TEXT.heading}>
    <div className={styles.grid}>
      <LegalText id="privacy" text={privacy} siteTitle={title} />
      <LegalText id="terms" text={terms} siteTitle={title} />
      <LegalText id="dmca" text={dmca} siteTitle={title}>
        <NoticeAddress title={title} address={address} />
      </LegalText>
      <LegalText id="copyright" text={copyright} siteTitle={title} />
    </div>
  </Band>
);
