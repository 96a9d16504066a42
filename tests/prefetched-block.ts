/** Wraps data the way Instagram's pages carry it: as the prefetched response of the query the page was built from. */
export const prefetchedBlock = (data: unknown) => ({
  require: [
    [
      'ScheduledServerJS',
      'handle',
      null,
      [
        {
          __bbox: {
            define: [],
            require: [
              [
                'RelayPrefetchedStreamCache',
                'next',
                [],
                [
                  'adp_PolarisLoggedOutDesktopWWWPostRootContentQueryRelayPreloader',
                  { __bbox: { complete: true, result: { data, extensions: { is_final: true } } } },
                ],
              ],
            ],
          },
        },
      ],
    ],
  ],
});
