import { useQuery } from '@tanstack/react-query';
import type { Account } from '#shared/contract/account.ts';
import { ACCOUNTS } from '#shared/operate-messages.ts';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import { useSession } from '../../../../state/panel/session.ts';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { SectionHeading } from '../../section-heading.tsx';
import { accountsQuery } from './account-calls.ts';
import { MemberList } from './member-list.tsx';
import { OwnAccount } from './own-account.tsx';
import { SignUpChoice } from './sign-up-choice.tsx';
import { WaitingList } from './waiting-list.tsx';

function AllAccounts({ me }: { me: Account }) {
  const { data, error, refetch } = useQuery(accountsQuery);
  if (data === undefined)
    return <LoadingOrError label={ACCOUNTS.failed} error={error} retry={() => void refetch()} />;
  return (
    <>
      <WaitingList accounts={data.accounts.filter(({ role }) => role === 'waiting')} />
      <MemberList accounts={data.accounts.filter(({ role }) => role !== 'waiting')} me={me} />
      <SignUpChoice signUp={data.signUp} />
    </>
  );
}

/** Renders accounts, roles and sign-ups for the owner, and for every account its own password and sessions. */
export function AccountsSection() {
  const session = useSession();
  if (session.kind !== 'in') return null;
  const me = session.account;
  return (
    <section>
      <SectionHeading
        title={SECTION_TITLES.accounts}
        lede={me.role === 'owner' ? ACCOUNTS.lede : ACCOUNTS.ledeOwn}
      />
      {me.role === 'owner' && <AllAccounts me={me} />}
      <OwnAccount email={me.email} />
    </section>
  );
}
