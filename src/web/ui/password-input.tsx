import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './password-input.module.css';
import { TextInput } from './text-field.tsx';

/**
 * Renders a password field with a button that shows the password; `toggleLabel` is the button's name in both of its
 * states.
 */
export function PasswordInput({
  toggleLabel,
  ...rest
}: ComponentProps<typeof TextInput> & { toggleLabel: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <TextInput
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
      />
      <IconButton label={toggleLabel} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? <EyeOff aria-hidden className="ic" /> : <Eye aria-hidden className="ic" />}
      </IconButton>
    </div>
  );
}
