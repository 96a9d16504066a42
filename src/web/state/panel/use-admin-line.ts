import { useEffect } from 'react';
import { openAdminStream } from '../../lib/panel-client.ts';
import { AdminLine, takeNews } from './admin-line.ts';

/** Follows the server for as long as somebody is signed in and the page is in sight of its history. */
export function useAdminLine(): void {
  useEffect(() => {
    const line = new AdminLine({ openStream: openAdminStream, news: takeNews, random: Math.random });
    const close = () => line.close();
    const open = () => line.open();
    line.open();
    addEventListener('online', open);
    // A page with an open stream would be kept out of the back cache.
    addEventListener('pagehide', close);
    addEventListener('pageshow', open);
    return () => {
      removeEventListener('online', open);
      removeEventListener('pagehide', close);
      removeEventListener('pageshow', open);
      close();
    };
  }, []);
}
