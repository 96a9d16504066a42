import {
  ArrowDownToLine,
  CircleAlert,
  CircleCheck,
  Clock,
  Link as LinkIcon,
  type LucideIcon,
  RotateCw,
  X,
} from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { linkList } from '#messages/link-list.ts';
import type { Post } from '#shared/contract/preview.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { text } from '#shared/messages/text.ts';
import type { RefusedPreview } from '../../lib/preview-client.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useBrokenImage } from '../../ui/use-broken-image.ts';
import styles from './link-list.module.css';
import { foundRow, type ListedLink, type RowState } from './listed-links.ts';

/** What a row says about a found post: its author or its kind, and its kind, contents and size. */
export interface PostDescription {
  readonly title: string;
  readonly facts: string;
  readonly thumbnail: string | null;
}

export interface RowActions {
  readonly describe: (post: Post) => PostDescription;
  /** Renders what the visitor can do about a failed lookup. `link` is the link as it was written. */
  readonly renderHelp: (failure: RefusedPreview, link: string) => ReactNode;
  /** Whether an order is open, beside which no other can start. */
  readonly isBusy: boolean;
  readonly onSave: (row: ListedLink) => void;
  readonly onRetry: (row: ListedLink) => void;
  readonly onRemove: (row: ListedLink) => void;
}

interface ListedRowProps extends RowActions {
  readonly row: ListedLink;
  /** Whether the order has come to this row; files are saved in the order of the rows. */
  readonly isNext: boolean;
}

/** Returns what a link itself says about its post: '@name, 7400000000000000001'. */
const linkFacts = ({ username, id }: ParsedLink): string =>
  [...(username === null ? [] : [`@${username}`]), ...(username === id ? [] : [id])].join(', ');

function Thumbnail({ src }: { src: string }) {
  const { isBroken, imageProps } = useBrokenImage();
  if (isBroken) return <LinkIcon aria-hidden className="ic" />;
  return (
    <img src={src} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" {...imageProps} />
  );
}

const STATE_ICONS: Readonly<Partial<Record<RowState['name'], ReactNode>>> = {
  waiting: <Clock aria-hidden className="ic-s" />,
  'looking-up': <Spinner className="ic-s" />,
  saving: <Spinner className="ic-s" />,
  saved: <CircleCheck aria-hidden className="ic-s" />,
};

function StateLine({
  row: { state, written },
  isNext,
  renderHelp,
}: Pick<ListedRowProps, 'row' | 'isNext' | 'renderHelp'>) {
  if (state.name === 'unread' || state.name === 'unsaved')
    return (
      <div className={styles.failure}>
        <CircleAlert aria-hidden className="ic-s" />
        <div>
          <p>{state.failure.message}</p>
          {state.name === 'unread'
            ? renderHelp(state.failure, written)
            : state.failure.reason && <p>{state.failure.reason}</p>}
        </div>
      </div>
    );
  const name = state.name === 'saving' && !isNext ? 'waiting' : state.name;
  const isHandedOver = state.name === 'saved' && state.isHandedOver;
  return (
    <p className={styles.state} data-tone={name === 'saved' ? 'working' : ''}>
      {STATE_ICONS[name]}
      {isHandedOver ? text(linkList, 'handedOver') : text(linkList, `states.${name}`)}
    </p>
  );
}

/** Renders a button of a row. If it has the focus when it is removed, the focus moves to `remaining`. */
function RowButton({
  label,
  Icon,
  isUnavailable,
  onPress,
  remaining,
}: {
  label: string;
  Icon: LucideIcon;
  isUnavailable: boolean;
  onPress: () => void;
  remaining: RefObject<HTMLButtonElement | null>;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [own, other] = [button.current, remaining.current];
    return () => {
      if (own === document.activeElement) other?.focus({ preventScroll: true });
    };
  }, [remaining]);
  return (
    <IconButton ref={button} label={label} unavailable={isUnavailable} onClick={onPress}>
      <Icon aria-hidden className="ic" />
    </IconButton>
  );
}

/** Renders a link of the list with its post, its state and its buttons. */
export function ListedRow(props: ListedRowProps) {
  const { row, isNext, describe, renderHelp, isBusy, onSave, onRetry, onRemove } = props;
  const { link, state } = row;
  const remove = useRef<HTMLButtonElement>(null);
  const post = foundRow(state)?.post;
  const { title, facts, thumbnail } = post
    ? describe(post)
    : { title: link.label, facts: linkFacts(link), thumbnail: null };
  const name = `${title}, ${facts}`;
  const isFailed = state.name === 'unread' || state.name === 'unsaved';
  return (
    <li className={styles.row} aria-label={name} data-state={state.name}>
      <div className={styles.picture}>
        {thumbnail === null ? <LinkIcon aria-hidden className="ic" /> : <Thumbnail src={thumbnail} />}
      </div>
      <div className={styles.words}>
        <p className={styles.name}>{title}</p>
        <p>{facts}</p>
      </div>
      <StateLine {...{ row, isNext, renderHelp }} />
      <div className={styles.buttons}>
        {(state.name === 'ready' || state.name === 'saving') && (
          <RowButton
            label={text(linkList, 'save', { name })}
            Icon={ArrowDownToLine}
            isUnavailable={isBusy}
            onPress={() => onSave(row)}
            remaining={remove}
          />
        )}
        {isFailed && (
          <RowButton
            label={text(linkList, 'retry', { name })}
            Icon={RotateCw}
            isUnavailable={isBusy && state.name === 'unsaved'}
            onPress={() => onRetry(row)}
            remaining={remove}
          />
        )}
        <IconButton
          ref={remove}
          data-remove
          label={text(linkList, 'remove', { name })}
          unavailable={state.name === 'saving'}
          onClick={() => onRemove(row)}
        >
          <X aria-hidden className="ic" />
        </IconButton>
      </div>
    </li>
  );
}
