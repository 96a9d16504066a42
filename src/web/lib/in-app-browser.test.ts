import { expect, it } from 'vitest';
import { inAppBrowser } from './in-app-browser.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36';

it.each([
  [`${IPHONE} Mobile/15E148 Instagram 380.0.0.28.109 (iPhone15,2; iOS 18_5; en_US)`, 'Instagram'],
  [`${ANDROID} Instagram 380.0.0.36.109 Android (35/15; 420dpi)`, 'Instagram'],
  [`${IPHONE} Mobile/22F76 musical_ly_39.4.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${ANDROID} trill_390403 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${IPHONE} Mobile/22F76 [FBAN/FBIOS;FBAV/510.0.0.40.109;FBDV/iPhone15,2]`, 'Facebook'],
  [`${ANDROID} [FB_IAB/FB4A;FBAV/510.0.0.56.62;]`, 'Facebook'],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, null],
  [ANDROID.replace('; wv', '').replace('Version/4.0 ', ''), null],
])('the browser of %s', (agent, app) => {
  expect(inAppBrowser(agent)).toBe(app);
});
