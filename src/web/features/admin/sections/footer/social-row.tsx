import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { footerEditor } from '#messages/footer-editor.ts';
import { listEditor } from '#messages/list-editor.ts';
import { socialNames } from '#messages/social-names.ts';
import type { SocialLink } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { ActionMenu } from '../../../../ui/action-menu.tsx';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SocialGlyph } from '../../../../ui/social-glyph.tsx';
import { moveActions } from '../../move-actions.ts';
import { shortAddress } from '../../web-address.ts';
import { selectablePlatforms } from './footer-draft.ts';
import { SocialForm } from './social-form.tsx';
import styles from './social-row.module.css';
import type { FooterEditor } from './use-footer-editor.ts';

interface SocialRowProps {
  link: SocialLink;
  handle: ReactNode;
  /** Index in the list, from 0. */
  index: number;
  editor: FooterEditor;
}

/** Renders the form in place of a link that is being edited. */
function EditedRow({ link, editor }: Pick<SocialRowProps, 'link' | 'editor'>) {
  const { id, platform, url } = link;
  return (
    <SocialForm
      name={text(footerEditor, 'editing', { name: text(socialNames, platform) })}
      unsaved={text(footerEditor, 'unsaved.changed', { name: text(socialNames, platform) })}
      className={styles.form}
      initial={{ platform, url }}
      choices={(chosen) =>
        selectablePlatforms(
          editor.links.filter((other) => other.id !== id),
          chosen,
        )
      }
      onSubmit={(form) => editor.change(id, form)}
      onCancel={() => editor.close(id)}
      actions={
        <>
          <Button type="submit">{text(footerEditor, 'done')}</Button>
          <Button look="ghost" onClick={() => editor.close(id)}>
            {text(footerEditor, 'cancel')}
          </Button>
        </>
      }
    />
  );
}

/** Renders one social link: icon, name, address and actions. */
export function SocialRow({ link, handle, index, editor }: SocialRowProps) {
  const { id, platform, icon, url } = link;
  const name = text(socialNames, platform);
  if (editor.isEditing(id)) return <EditedRow link={link} editor={editor} />;
  return (
    <div className={styles.row}>
      <span className={styles.handle}>{handle}</span>
      <SocialGlyph icon={icon} />
      <b className={styles.name}>{name}</b>
      <span className={styles.url} dir="ltr" title={url}>
        {shortAddress(url)}
      </span>
      <span className={styles.actions}>
        <IconButton
          label={text(footerEditor, 'edit', { name })}
          data-focus="edit"
          onClick={() => editor.open(id)}
        >
          <Pencil aria-hidden className="ic-s" />
        </IconButton>
        <IconButton
          label={text(footerEditor, 'remove', { name })}
          className={styles.remove}
          data-focus="remove"
          onClick={() => editor.remove(id)}
        >
          <Trash2 aria-hidden className="ic-s" />
        </IconButton>
        <ActionMenu
          label={text(listEditor, 'moreActions', { name })}
          actions={moveActions(index, editor.links.length, (to) => editor.move(id, to))}
        />
      </span>
    </div>
  );
}
