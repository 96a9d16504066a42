import { useQuery } from '@tanstack/react-query';
import { ACCOUNTS } from '#shared/operate-messages.ts';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import { useSession } from '../../../../state/panel/session.ts';
import { AskAgain } from '../../ask-again.tsx';
import { SectionHeading } from '../../section-heading.tsx';
import { accountsQuery } from './account-calls.ts';
import { MemberList } from './member-list.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SignUpChoice } from './sign-up-choice.tsx';
import { WaitingList } from './waiting-list.tsx';

/** Accounts and their roles, sign-ups, and the own password and signed-in browsers (design brief 8.7). */
export function AccountsSection() {
  const session = useSession();
  const { data, error, refetch } = useQuery(accountsQuery);
  if (session.kind !== 'in') return null;
  const me = session.account;
  const isOwner = me.role === 'owner';
  return (
    <section>
      <SectionHeading title={SECTION_TITLES.accounts} lede={ACCOUNTS.lede} />
      {data === undefined ? (
        <AskAgain what={ACCOUNTS.failed} error={error} ask={() => void refetch()} />
      ) : (
        <>
          {isOwner && <WaitingList accounts={data.accounts.filter(({ role }) => role === 'waiting')} />}
          <MemberList accounts={data.accounts.filter(({ role }) => role !== 'waiting')} me={me} />
          {isOwner && <SignUpChoice signUp={data.signUp} />}
        </>
      )}
      <OwnPassword email={me.email} />
      <OwnSessions />
    </section>
  );
}
