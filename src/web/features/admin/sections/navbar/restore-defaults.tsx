import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';

/** Brings the first day's navbar back, after asking. */
export function RestoreDefaults({ onRestore }: { onRestore: () => void }) {
  const [asking, setAsking] = useState(false);
  const cancel = () => setAsking(false);
  return (
    <>
      <Button look="ghost" size="small" onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden className="ic-s" />
        {NAVBAR_EDITOR.restore}
      </Button>
      {asking && (
        <Dialog
          title={NAVBAR_EDITOR.restoreTitle}
          text={NAVBAR_EDITOR.restoreText}
          onCancel={cancel}
          actions={
            <>
              <Button autoFocus onClick={cancel}>
                {NAVBAR_EDITOR.cancel}
              </Button>
              <Button
                look="primary"
                onClick={() => {
                  setAsking(false);
                  onRestore();
                }}
              >
                {NAVBAR_EDITOR.restore}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
