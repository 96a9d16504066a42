import { useQuery } from '@tanstack/react-query';
import { accountsSection } from '#messages/accounts-section.ts';
import { sectionTitles } from '#messages/section-titles.ts';
import type { Account } from '#shared/contract/account.ts';
import { text } from '#shared/messages/text.ts';
import { useSession } from '../../../../state/panel/session.ts';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { SectionHeading } from '../../section-heading.tsx';
import { accountsQuery } from './account-calls.ts';
import { MemberList, WaitingList } from './account-lists.tsx';
import { OwnAccount } from './own-account.tsx';
import { SignUpChoice } from './sign-up-choice.tsx';

function AllAccounts({ ownAccount }: { ownAccount: Account }) {
  const query = useQuery(accountsQuery);
  const { data } = query;
  if (data === undefined) return <LoadingOrError label={text(accountsSection, 'failed')} query={query} />;
  return (
    <>
      <WaitingList accounts={data.accounts.filter(({ role }) => role === 'waiting')} />
      <MemberList accounts={data.accounts.filter(({ role }) => role !== 'waiting')} ownAccount={ownAccount} />
      <SignUpChoice signUp={data.signUp} />
    </>
  );
}

/**
 * Renders the password and the sessions of the signed-in account, and, for the owner, all accounts and who may sign up. Renders nothing if
 * nobody is signed in.
 */
export function AccountsSection() {
  const session = useSession();
  if (session.kind !== 'in') return null;
  const ownAccount = session.account;
  return (
    <section>
      <SectionHeading
        title={text(sectionTitles, 'accounts')}
        lede={ownAccount.role === 'owner' ? text(accountsSection, 'lede') : text(accountsSection, 'ledeOwn')}
      />
      {ownAccount.role === 'owner' && <AllAccounts ownAccount={ownAccount} />}
      <OwnAccount email={ownAccount.email} />
    </section>
  );
}
