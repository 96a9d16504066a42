import { useEffect } from 'react';
import { openAdminStream } from '../../lib/panel-client.ts';
import { AdminLiveConnection, handleAdminEvent } from './admin-live-connection.ts';

/**
 * Keeps the admin event stream open while the component is mounted, except while the page is in the back/forward cache.
 */
export function useAdminLiveConnection(): void {
  useEffect(() => {
    const connection = new AdminLiveConnection({
      openStream: openAdminStream,
      onEvent: handleAdminEvent,
      random: Math.random,
    });
    const close = () => connection.close();
    const open = () => connection.open();
    connection.open();
    addEventListener('online', open);
    // Browsers do not put a page with an open stream into the back/forward cache.
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
