import { useState } from 'react';
import type { PostItem, Quality } from '#shared/contract/preview.ts';
import { formatSize } from '#shared/format/bytes.ts';
import { qualityLegend } from '#shared/format/quality-label.ts';
import { RESULT_TEXT, resultText } from '#shared/result-messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './choice-list.module.css';
import { type Choice, ChoiceList, PlainChoice } from './choice-list.tsx';

/** A list longer than this is folded to the first four. */
const SHOWN_WHOLE = 5;
const SHOWN_FOLDED = 4;

function choiceOf(item: PostItem, quality: Quality, index: number): Choice {
  const silent = item.kind === 'video' && quality.videoAvailable && !quality.audioAvailable;
  return {
    id: `${index} ${quality.quality}`,
    label: quality.label,
    legend: silent ? RESULT_TEXT.noSound : qualityLegend(quality.label, quality),
    size: formatSize(quality),
  };
}

interface QualityListProps {
  item: PostItem;
  heading: string;
  chosen: number;
  onChoose: (index: number) => void;
}

/** The qualities of one item. */
export function QualityList({ item, heading, chosen, onChoose }: QualityListProps) {
  const all = item.qualities.map((quality, index) => choiceOf(item, quality, index));
  const [unfolded, setUnfolded] = useState(false);
  const only = all.length === 1 ? all[0] : undefined;
  if (only !== undefined) return <PlainChoice {...only} />;

  const folded = !unfolded && all.length > SHOWN_WHOLE && chosen < SHOWN_FOLDED;
  return (
    <ChoiceList
      heading={heading}
      hint={item.kind === 'video' ? RESULT_TEXT.qualityHint : undefined}
      choices={folded ? all.slice(0, SHOWN_FOLDED) : all}
      chosen={chosen}
      onChoose={onChoose}
      footer={
        folded && (
          <Button look="ghost" size="small" className={styles.more} onClick={() => setUnfolded(true)}>
            {resultText.showAll(all.length)}
          </Button>
        )
      }
    />
  );
}
