import type { ReactNode } from 'react';
import { CONTACT_TEXT, HELP_TEXT, REPORT_TEXT } from '#shared/section-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import bandStyles from './band.module.css';
import { Band } from './band.tsx';
import styles from './help-and-contact.module.css';
import { mailTo } from './mail-address.ts';

interface OwnerProps {
  title: string;
  /** The owner's email address; null if none is published. */
  address: string | null;
}

/** Renders a row of a list: topic and text. */
const Row = ({ about, children }: { about: string; children: ReactNode }) => (
  <li>
    <b>{about}</b>
    {children}
  </li>
);

const Help = () => (
  <section id="help" className={bandStyles.part}>
    <h3>{HELP_TEXT.title}</h3>
    <p>{HELP_TEXT.lede}</p>
    <ul className={bandStyles.rows}>
      {HELP_TEXT.fixes.map(([about, text]) => (
        <Row key={about} about={about}>
          {text}
        </Row>
      ))}
    </ul>
  </section>
);

function Report({ address }: { address: string | null }) {
  const { link, misuse, security } = REPORT_TEXT.topics;
  const wayTo = (subject: string): string => (address === null ? '#contact' : mailTo(address, subject));
  const topics = [
    { ...link, href: wayTo(link.subject) },
    { ...misuse, href: '#dmca' },
    { ...security, href: wayTo(security.subject) },
  ];
  return (
    <section id="report" className={bandStyles.part}>
      <h3>{REPORT_TEXT.title}</h3>
      <p>{REPORT_TEXT.lede}</p>
      <ul className={bandStyles.rows}>
        {topics.map(({ title, text, action, href }) => (
          <Row key={title} about={title}>
            {text}{' '}
            <a className="link" href={href}>
              {action}
            </a>
          </Row>
        ))}
      </ul>
    </section>
  );
}

const Contact = ({ title, address }: OwnerProps) => (
  <section id="contact" className={classNames(bandStyles.part, styles.card)}>
    <h3>{CONTACT_TEXT.title}</h3>
    <p>
      <LiveText text={address === null ? CONTACT_TEXT.none : CONTACT_TEXT.lede} values={{ title }} />
    </p>
    {address === null ? (
      <>
        <p>{CONTACT_TEXT.choices}</p>
        <ul className={bandStyles.rows}>
          {CONTACT_TEXT.withoutAddress.map(([about, text]) => (
            <Row key={about} about={about}>
              {text}
            </Row>
          ))}
        </ul>
      </>
    ) : (
      <>
        <p className={styles.address}>{address}</p>
        <p>{CONTACT_TEXT.hint}</p>
        <ButtonLink href={mailTo(address, CONTACT_TEXT.subject)}>{CONTACT_TEXT.write}</ButtonLink>
      </>
    )}
  </section>
);

/** Renders quick fixes, how to report problems and how to contact the owner. */
export const HelpAndContact = ({ title, address }: OwnerProps) => (
  <Band name="help-and-contact" heading={HELP_TEXT.heading}>
    <div className={styles.columns}>
      <Help />
      <Report address={address} />
      <Contact title={title} address={address} />
    </div>
  </Band>
);
