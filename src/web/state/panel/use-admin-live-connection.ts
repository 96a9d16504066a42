import { useEffect } from 'react';
import { openAdminStream } from '../../lib/panel-client.ts';
import { AdminLiveConnection, takeNews } from './admin-live-connection.ts';

/** Follows the server for as long as somebody is signed in and the page is in sight of its history. */
export function useAdminLiveConnection(): void {
  useEffect(() => {
    const connection = new AdminLiveConnection({
      openStream: openAdminStream,
      news: takeNews,
      random: Math.random,
    });
    const close = () => connection.close();
    const open = () => connection.open();
    connection.open();
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
