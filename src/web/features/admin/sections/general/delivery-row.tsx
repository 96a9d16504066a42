import { generalSection } from '#messages/general-section.ts';
import type { Delivery } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { SettingRow } from '../../setting-row.tsx';
import styles from './general-section.module.css';

/**
 * Renders whether files reach visitors through the server or directly from the platform, and what that means. Only an environment variable
 * can change it.
 */
export const DeliveryRow = ({ delivery }: { delivery: Delivery }) => (
  <SettingRow heading={text(generalSection, 'delivery')} help={text(generalSection, 'deliveryHelp')}>
    <div className={styles.fact} data-testid="delivery">
      <strong>{text(generalSection, `deliveryNames.${delivery}`)}</strong>
      <p>{text(generalSection, `deliveryTexts.${delivery}`)}</p>
    </div>
  </SettingRow>
);
