import type { ComponentProps, FormEvent } from 'react';

/**
 * Form without the browser's validation messages, because its caller shows messages of its own. `onSubmit` replaces the browser's submit;
 * it is not called while `busy`.
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
