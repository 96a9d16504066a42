import { type TrafficBudget, trafficBudgetSchema } from '#shared/contract/traffic.ts';

/** The comma separates decimals, so this refuses separators of thousands: 1,000 must not become 1. */
const NUMBER = /^\d+(?:[.,]\d{1,2})?$/;

/** Returns the budget (GB) that is typed in a field; null for an empty field, undefined for a text that is no valid budget. */
export const limitIn = (entry: string): number | null | undefined => {
  const written = entry.trim();
  if (written !== '' && !NUMBER.test(written)) return undefined;
  const number = written === '' ? null : Number(written.replace(',', '.'));
  return trafficBudgetSchema.shape.day.safeParse(number).data;
};

/** Returns the texts of the fields for a budget. */
export const entriesOf = ({ day, month }: TrafficBudget) => ({
  day: String(day ?? ''),
  month: String(month ?? ''),
});
