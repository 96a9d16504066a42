/** Gives data as Instagram's pages carry it: the prefetched answer of the query a page was built from. */
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
