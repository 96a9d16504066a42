/** Words for the times in the panel, which stand within a sentence: 'Last signed in yesterday, 09:10'. */
export const momentWords = {
  today: 'today',
  yesterday: 'yesterday',
  tomorrow: 'tomorrow',
  moment: '{day}, {time}',
} as const;
