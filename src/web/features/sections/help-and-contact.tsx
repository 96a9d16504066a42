import { contact } from '#messages/contact.ts';
import { help } from '#messages/help.ts';
import { report } from '#messages/report.ts';
import { socialNames } from '#messages/social-names.ts';
import { sitePath } from '#shared/base-path.ts';
import { textPagePath } from '#shared/contract/legal-texts.ts';
import type { Site } from '#shared/contract/site.ts';
import { template, text, textParts } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { mailTo } from '../../lib/mail-address.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { TextWithLink } from '../../ui/text-with-link.tsx';
import bandStyles from './band.module.css';
import { Band } from './band.tsx';
import styles from './help-and-contact.module.css';

/** The quick fixes, each with the part of the help page that explains more. */
const FIXES = { signedOut: 'failed', share: 'failed', story: 'stories', blockers: 'slow' } as const;

const Help = ({ readsStories }: { readsStories: boolean }) => (
  <section id="help" className={bandStyles.part}>
    <h3 className="subhead">{text(help, 'title')}</h3>
    <p>{text(help, 'lede')}</p>
    <ul className={classNames(bandStyles.rows, styles.fixes)}>
      {(Object.keys(FIXES) as (keyof typeof FIXES)[]).map((fix) => {
        const name = fix === 'story' && !readsStories ? 'noStories' : fix;
        return (
          <li key={fix}>
            <b>
              <a className="link" href={sitePath(`${textPagePath('help')}#${FIXES[fix]}`)}>
                {text(help, `${name}.title`)}
              </a>
            </b>{' '}
            <span>{text(help, `${name}.text`)}</span>
          </li>
        );
      })}
    </ul>
    <a className={classNames('link', 'tap', styles.more)} href={sitePath(textPagePath('help'))}>
      {text(help, 'more')}
    </a>
  </section>
);

/**
 * Returns the topics of a report, each with the target of its link. If `address` is null, returns only the topics that a visitor can handle
 * without the owner.
 */
function topicsFor(address: string | null) {
  if (address === null)
    return (['link', 'misuse'] as const).map((name) => ({
      about: text(report, `topics.${name}.title`),
      text: text(report, `without.${name}.text`),
      action: text(report, `without.${name}.action`),
      href: sitePath(name === 'link' ? `${textPagePath('help')}#failed` : textPagePath('dmca')),
    }));
  return (['link', 'misuse', 'security'] as const).map((name) => ({
    about: text(report, `topics.${name}.title`),
    text: text(report, `topics.${name}.text`),
    action: text(report, `topics.${name}.action`),
    href:
      name === 'misuse'
        ? sitePath(textPagePath('dmca'))
        : mailTo(address, text(report, `topics.${name}.subject`)),
  }));
}

function ReportLede({ contactEmail, socialLinks }: Pick<Site, 'contactEmail' | 'socialLinks'>) {
  if (contactEmail === null && socialLinks.length > 0)
    return <TextWithLink parts={textParts(report, 'without.social')} href="#contact" />;
  return text(report, contactEmail === null ? 'without.lede' : 'lede');
}

const Report = ({ site }: { site: Site }) => (
  <section id="report" className={bandStyles.part}>
    <h3 className="subhead">{text(report, 'title')}</h3>
    <p>
      <ReportLede {...site} />
    </p>
    <ul className={classNames(bandStyles.rows, styles.brief)}>
      {topicsFor(site.contactEmail).map((topic) => (
        <li key={topic.about}>
          <b>{topic.about}</b> <span>{topic.text}</span>{' '}
          <a className="link" href={topic.href}>
            {topic.action}
          </a>
        </li>
      ))}
    </ul>
  </section>
);

const ByEmail = ({ title, address }: { title: string; address: string }) => (
  <>
    <p>
      <LiveText text={template(contact, 'lede')} values={{ title }} />
    </p>
    <p className={styles.address} data-site-address>
      {address}
    </p>
    <p>{text(contact, 'hint')}</p>
    <ButtonLink href={mailTo(address, text(contact, 'subject'))}>{text(contact, 'write')}</ButtonLink>
  </>
);

const BySocialLink = ({ title, socialLinks }: Pick<Site, 'title' | 'socialLinks'>) => (
  <>
    <p>
      <LiveText text={template(contact, 'social')} values={{ title }} />
    </p>
    <ul className={styles.social}>
      {socialLinks.map(({ id, platform, url }) => (
        <li key={id}>
          <a className="link tap" href={url} target="_blank" rel="noopener noreferrer">
            {text(socialNames, platform)}
          </a>
        </li>
      ))}
    </ul>
  </>
);

/** Pages that help a visitor if the owner cannot be reached. */
const WITHOUT_CONTACT = {
  help: `${textPagePath('help')}#failed`,
  status: '/status',
  removal: textPagePath('dmca'),
} as const;

const NoWay = ({ title, showsHelp }: { title: string; showsHelp: boolean }) => (
  <>
    <p>
      <LiveText text={template(contact, 'none')} values={{ title }} />
    </p>
    {showsHelp &&
      (Object.keys(WITHOUT_CONTACT) as (keyof typeof WITHOUT_CONTACT)[]).map((name) => (
        <p key={name}>
          <TextWithLink
            parts={textParts(contact, `without.${name}`)}
            href={sitePath(WITHOUT_CONTACT[name])}
          />
        </p>
      ))}
  </>
);

/**
 * Renders how to reach the owner: by email, or else by a social link. If there is neither, says so, and with `showsHelp` also links to pages
 * that help.
 */
export const ContactWays = ({
  site: { title, contactEmail, socialLinks },
  showsHelp = false,
}: {
  site: Pick<Site, 'title' | 'contactEmail' | 'socialLinks'>;
  showsHelp?: boolean;
}) =>
  contactEmail !== null ? (
    <ByEmail title={title} address={contactEmail} />
  ) : socialLinks.length > 0 ? (
    <BySocialLink title={title} socialLinks={socialLinks} />
  ) : (
    <NoWay title={title} showsHelp={showsHelp} />
  );

/** Renders quick fixes, how to report problems and how to contact the owner. */
export const HelpAndContact = ({ site }: { site: Site }) => (
  <Band name="help-and-contact" heading={text(help, 'heading')}>
    <div className={styles.columns}>
      <Help readsStories={site.readsStories} />
      <Report site={site} />
      <section id="contact" className={classNames(bandStyles.part, styles.card)}>
        <h3 className="subhead">{text(contact, 'title')}</h3>
        <ContactWays site={site} showsHelp />
      </section>
    </div>
  </Band>
);
