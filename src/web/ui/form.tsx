import type { ComponentProps, FormEvent } from 'react';

/**
 * Form without the browser's validation messages, so that the caller can show its own. `onSubmit` is called instead of the browser's
 * submit, but not while `busy`.
 */
export const Form = ({
  busy = false,
  onSubmit,
  ...rest
}: Omit<ComponentProps<'form'>, 'onSubmit'> & {
  busy?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}) => (
  <form
    {...rest}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      if (!busy) void onSubmit(event);
    }}
  />
);
