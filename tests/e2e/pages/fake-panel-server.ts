import type { Page, Request, Route } from 'playwright-core';
import { problemDetails } from '#messages/problem-details.ts';
import { byFirstRunStep, type FirstRun } from '#shared/contract/first-run.ts';
import type { Overview } from '#shared/contract/overview.ts';
import { text } from '#shared/messages/text.ts';
import type { Account, SessionState } from '../../../src/shared/contract/account.ts';
import type { AdminSettings, SavedBy, StoredPicture } from '../../../src/shared/contract/admin-settings.ts';
import { byLegalText } from '../../../src/shared/contract/legal-texts.ts';
import { byPicture, PICTURE_SETTINGS } from '../../../src/shared/contract/site.ts';
import { defaultSite } from '../../../src/shared/contract/site-settings.ts';
import { ERROR_STATUS, type ErrorCode } from '../../../src/shared/errors.ts';

const AT = '2026-02-03T14:02:00.000Z';
/** A picture of one black pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export const OWNER: Account = {
  id: 'owner',
  name: 'Nadja Berg',
  email: 'nadja@example.org',
  role: 'owner',
};

type Answer = { readonly status: number; readonly json?: unknown; readonly body?: string };

const NO_ACTIVITY: Overview = {
  days: [],
  today: { failures: {}, bytes: 0, medianPreviewMs: null },
  untrustedForwarding: false,
  build: { version: '1.2.3', commit: '0123456789ab' },
  traffic: [],
};

/** Creates an error response like the server's. */
export const problem = (code: Exclude<ErrorCode, 'failed'>, more: object = {}): Answer => ({
  status: ERROR_STATUS[code],
  json: { status: ERROR_STATUS[code], code, title: code, detail: text(problemDetails, code), ...more },
});

/**
 * Fakes the accounts and settings between one page and the real server, for situations that a test must cause at will:
 * a rejection, a fault, or an event at a chosen moment. The real server's behaviour is tested with the real server.
 */
export class FakePanelServer {
  session: SessionState;
  settings: AdminSettings = {
    site: defaultSite({ updatedAt: AT, contactEmail: null, samples: false, readsStories: false }),
    ...byPicture(() => null),
    contactChosenInPanel: false,
    contactVariableSet: false,
    ...byLegalText(() => ''),
    lastSave: null,
  };
  /** The owner's checklist; hidden, so that the Overview shows only figures. */
  firstRun: FirstRun = { hidden: true, steps: byFirstRunStep(() => 'done') };
  /** Every call so far, in the form 'PATCH /api/admin/settings'. */
  readonly calls: string[] = [];
  readonly bodies: unknown[] = [];
  readonly #next = new Map<string, (Answer | 'unreachable' | Promise<Answer | null>)[]>();
  readonly #saves: SavedBy[] = [];
  #push: ((events: string) => void) | null = null;
  #pendingEvents = '';

  constructor(account: Account | null = OWNER, more: Partial<SessionState> = {}) {
    this.session = { account, signUp: 'approval', ownerless: false, ...more };
  }

  /** Intercepts the page's calls to the server. */
  async stand(page: Page): Promise<void> {
    await page.route(/\/api\/(?:auth|admin)\//u, (route) => this.#answer(route));
  }

  /** Sets the response to the next call of this kind. */
  next(call: string, answer: Answer | 'unreachable' | Promise<Answer | null>): void {
    this.#next.set(call, [...(this.#next.get(call) ?? []), answer]);
  }

  /** Simulates a save by another account; with `heard: false` the page gets no event. */
  savedByOther(author: string, part: Partial<AdminSettings['site']>, { heard = true } = {}): void {
    this.#save(author, part);
    if (heard) this.push('settingsSaved');
  }

  /** Sends an event to the page's stream, or to the next one it opens. */
  push(event: string): void {
    this.#pendingEvents += `retry: 50\nevent: ${event}\ndata: {}\n\n`;
    this.#push?.(this.#pendingEvents);
  }

  #save(author: string, part: Partial<AdminSettings['site']>): void {
    const revision = this.settings.site.revision + 1;
    const changed = Object.keys(part) as SavedBy['changed'];
    const lastSave: SavedBy = { revision, savedAt: AT, author, authorId: author, changed };
    this.#saves.push(lastSave);
    this.settings = { ...this.settings, site: { ...this.settings.site, ...part, revision }, lastSave };
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    if (/^GET \/api\/(?:admin|auth)\/live$/u.test(call)) return this.#stream(route);
    this.calls.push(call);
    const planned = await this.#next.get(call)?.shift();
    if (planned === 'unreachable') return route.abort();
    const { status, json, body } = planned ?? this.#real(call, request);
    return route.fulfill({
      status,
      contentType: status < 400 ? 'application/json' : 'application/problem+json',
      body: body ?? JSON.stringify(json ?? {}),
    });
  }

  /** A fulfilled response cannot be extended, so each stream carries one batch of events. */
  async #stream(route: Route): Promise<void> {
    const events = await new Promise<string>((resolve) => {
      this.#push = resolve;
      if (this.#pendingEvents !== '') resolve(this.#pendingEvents);
    });
    this.#push = null;
    this.#pendingEvents = '';
    await route.fulfill({ status: 200, contentType: 'text/event-stream', body: events }).catch(() => {});
  }

  #real(call: string, request: Request): Answer {
    if (call === 'POST /api/admin/logo') return { status: 200, json: this.#picture('a'.repeat(64)) };
    const body: unknown = request.postData() === null ? null : request.postDataJSON();
    this.bodies.push(body);
    switch (call) {
      case 'GET /api/auth/session':
        return { status: 200, json: this.session };
      case 'POST /api/auth/sign-in':
      case 'POST /api/auth/sign-up':
      case 'POST /api/auth/claim':
        this.session = { ...this.session, account: OWNER, ownerless: false };
        return { status: 200, json: this.session };
      case 'POST /api/auth/sign-out':
        this.session = { ...this.session, account: null };
        return { status: 200, json: this.session };
      case 'GET /api/admin/settings':
        return this.session.account === null ? problem('signed_out') : { status: 200, json: this.settings };
      case 'PATCH /api/admin/settings':
        return this.#patch(body as { revision: number; change: Record<string, unknown> });
      case 'GET /api/admin/overview':
        return { status: 200, json: NO_ACTIVITY };
      case 'GET /api/admin/first-run':
        return { status: 200, json: this.firstRun };
      default:
        return problem('route_unknown');
    }
  }

  #picture(hash: string): StoredPicture {
    return { hash, width: 1, height: 1, bytes: 70, dataUrl: PIXEL };
  }

  #patch({ revision, change }: { revision: number; change: Record<string, unknown> }): Answer {
    if (this.session.account === null) return problem('signed_out');
    if (revision !== this.settings.site.revision)
      return problem('conflict', { since: this.#saves.filter((save) => save.revision > revision) });
    const pictures = PICTURE_SETTINGS.filter((setting) => change[setting] !== undefined);
    const shown = pictures.map((setting) => [setting, change[setting] === null ? null : PIXEL]);
    this.#save(OWNER.name, { ...change, ...Object.fromEntries(shown) });
    for (const setting of pictures) {
      const hash = change[setting];
      this.settings = { ...this.settings, [setting]: hash === null ? null : this.#picture(String(hash)) };
    }
    return { status: 200, json: this.settings };
  }
}
