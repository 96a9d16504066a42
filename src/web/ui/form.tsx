import type { ComponentProps, FormEvent } from 'react';

/** Form without the browser's own validation messages: the caller shows its own. Ignores submits while `busy`. */
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
