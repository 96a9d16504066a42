import type { ReactNode } from 'react';
import { contact } from '#messages/contact.ts';
import { help } from '#messages/help.ts';
import { report } from '#messages/report.ts';
import { template, text } from '#shared/messages/text.ts';
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

const FIXES = ['signedOut', 'share', 'story', 'blockers'] as const;

const Help = () => (
  <section id="help" className={bandStyles.part}>
    <h3>{text(help, 'title')}</h3>
    <p>{text(help, 'lede')}</p>
    <ul className={bandStyles.rows}>
      {FIXES.map((fix) => (
        <Row key={fix} about={text(help, `${fix}.title`)}>
          {text(help, `${fix}.text`)}
        </Row>
      ))}
    </ul>
  </section>
);

function Report({ address }: { address: string | null }) {
  const wayTo = (subject: string): string => (address === null ? '#contact' : mailTo(address, subject));
  const topics = [
    { name: 'link', href: wayTo(text(report, 'topics.link.subject')) },
    { name: 'misuse', href: '#dmca' },
    { name: 'security', href: wayTo(text(report, 'topics.security.subject')) },
  ] as const;
  return (
    <section id="report" className={bandStyles.part}>
      <h3>{text(report, 'title')}</h3>
      <p>{text(report, 'lede')}</p>
      <ul className={bandStyles.rows}>
        {topics.map(({ name, href }) => (
          <Row key={name} about={text(report, `topics.${name}.title`)}>
            {text(report, `topics.${name}.text`)}{' '}
            <a className="link" href={href}>
              {text(report, `topics.${name}.action`)}
            </a>
          </Row>
        ))}
      </ul>
    </section>
  );
}

const CHOICES = ['failure', 'removal', 'other'] as const;

const Contact = ({ title, address }: OwnerProps) => (
  <section id="contact" className={classNames(bandStyles.part, styles.card)}>
    <h3>{text(contact, 'title')}</h3>
    <p>
      <LiveText text={template(contact, address === null ? 'none' : 'lede')} values={{ title }} />
    </p>
    {address === null ? (
      <>
        <p>{text(contact, 'choices')}</p>
        <ul className={bandStyles.rows}>
          {CHOICES.map((choice) => (
            <Row key={choice} about={text(contact, `${choice}.title`)}>
              {text(contact, `${choice}.text`)}
            </Row>
          ))}
        </ul>
      </>
    ) : (
      <>
        <p className={styles.address}>{address}</p>
        <p>{text(contact, 'hint')}</p>
        <ButtonLink href={mailTo(address, text(contact, 'subject'))}>{text(contact, 'write')}</ButtonLink>
      </>
    )}
  </section>
);

/** Renders quick fixes, how to report problems and how to contact the owner. */
export const HelpAndContact = ({ title, address }: OwnerProps) => (
  <Band name="help-and-contact" heading={text(help, 'heading')}>
    <div className={styles.columns}>
      <Help />
      <Report address={address} />
      <Contact title={title} address={address} />
    </div>
  </Band>
);
