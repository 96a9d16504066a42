import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { NAVBAR_EDITOR } from '#shared/navbar-messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';

/** Renders the button that restores the default navbar after a confirmation. */
export function RestoreDefaults({ onRestore }: { onRestore: () => void }) {
  const [confirming, setConfirming] = useState(false);
  const cancel = () => setConfirming(false);
  return (
    <>
      <Button look="ghost" size="small" onClick={() => setConfirming(true)}>
        <RotateCcw aria-hidden className="ic-s" />
        {NAVBAR_EDITOR.restore}
      </Button>
      {confirming && (
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
                  setConfirming(false);
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
