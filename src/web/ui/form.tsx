import type { ComponentProps, FormEvent } from 'react';

/** A form with messages of its own instead of the browser's. While it is `busy`, it is not submitted again. */
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
