import { CircleDashed, Clapperboard, Image, Play } from 'lucide-react';
import { linkForm } from '#messages/link-form.ts';
import type { ContentType } from '#shared/contract/content-type.ts';
import { text } from '#shared/messages/text.ts';
import { Segments } from '../../ui/segments.tsx';
import styles from './type-tabs.module.css';

const TYPES = [
  ['video', text(linkForm, 'typeNames.video'), Play],
  ['reels', text(linkForm, 'typeNames.reels'), Clapperboard],
  ['story', text(linkForm, 'typeNames.story'), CircleDashed],
  ['photos', text(linkForm, 'typeNames.photos'), Image],
] as const;

/** Renders the choice of the content type as radios that look like tabs. They are not ARIA tabs, because no panel belongs to them. */
export const TypeTabs = ({ tab, onChoose }: { tab: ContentType; onChoose: (tab: ContentType) => void }) => (
  <Segments
    label={text(linkForm, 'types')}
    name="type"
    options={TYPES}
    value={tab}
    onChoose={onChoose}
    className={styles.tabs}
  />
);
