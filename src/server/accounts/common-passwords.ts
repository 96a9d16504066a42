const COMMON = new Set(
  `password passwort letmein welcome monkey dragon football baseball iloveyou sunshine princess master shadow superman batman
   trustno starwars whatever freedom michael jennifer jordan hunter ranger buster soccer hockey killer george charlie
   andrew michelle jessica pepper daniel access joshua maggie ashley nicole chelsea matthew summer winter secret admin
   administrator qwerty asdfgh zxcvbn login hello computer internet mustang corvette ferrari mercedes yankees dallas
   abc abcd abcdef`.split(/\s+/),
);

const WITHOUT_TAIL = /^([a-z]+)[\d!?.@#*_-]{0,6}$/;

/** Whether a password, in lower case, is a word everybody tries first, with or without some digits behind it. */
export const isCommonPassword = (password: string): boolean =>
  COMMON.has(password) || COMMON.has(WITHOUT_TAIL.exec(password)?.[1] ?? '');
