import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AUTH_FORM } from '#shared/auth-form-messages.ts';
import { Button } from '../../ui/button.tsx';
import styles from './auth-form.module.css';

/** Replaces the sign-up form when the response must not reveal whether the address already has an account. */
export function FormReceived({ sentence }: { sentence: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => notice.current?.focus(), []);
  return (
    <>
      <p ref={notice} role="status" tabIndex={-1} className={styles.received}>
        <CircleCheck aria-hidden className="ic" />
        <span>{sentence}</span>
      </p>
      <Button
        look="primary"
        className={styles.wide}
        onClick={() => void navigate('/admin/login', { state: state as unknown })}
      >
        {AUTH_FORM.signIn}
      </Button>
    </>
  );
}
