import { soundsList } from '#messages/sounds-list.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { text } from '#shared/messages/text.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import { sizesOf } from './describe-qualities.ts';
import { FileRows, ListSection } from './file-rows.tsx';

/** Returns how the sound is made and how much is read for it, if that is a whole clip, or else how large the sound is. */
function legendOf({ making }: OfferedFile, size: string | null): string {
  const clip = making?.kind === 'm4a' || making?.kind === 'mp3' ? making.source : undefined;
  const readsClip = clip?.videoAvailable === true && clip.sizeKnown;
  const amount = readsClip ? text(soundsList, 'reads', { size: formatBytes(clip.size) }) : size;
  const origin = text(soundsList, making?.kind === 'mp3' ? 'encoded' : 'asPublished');
  return amount === null ? origin : `${origin}, ${amount}`;
}

/** Renders the files of sound that this device can make, each with a button that saves it. Renders nothing without files. */
export function SoundsList({
  files,
  onSave,
}: {
  files: readonly OfferedFile[];
  onSave: (file: OfferedFile) => void;
}) {
  const sizes = sizesOf(files);
  if (files.length === 0) return null;
  return (
    <ListSection heading={text(soundsList, 'heading')} hint={text(soundsList, 'hint')} testId="sounds">
      <FileRows {...{ files, onSave }} legendOf={(file, index) => legendOf(file, sizes[index] ?? null)} />
    </ListSection>
  );
}
