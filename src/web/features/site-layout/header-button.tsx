import type { NavbarSettings } from '#shared/contract/site.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { sectionOf } from './nav-list.tsx';
import { useInView } from './section-in-view.ts';
import styles from './site-header.module.css';

interface HeaderButtonProps {
  settings: NavbarSettings['button'];
  /** The id of the section that contains the link form. */
  top: string;
  /** The id of the link form. While it is in view, it contains the only primary button. */
  formId: string;
  /** Whether the page has another primary button. */
  hasOtherPrimary: boolean;
  /** Moves the visitor to the link form. */
  onForm: () => void;
  onFollow: () => void;
}

/**
 * Renders the button to the link form or the owner's target. It is primary only while no other primary button is in
 * view.
 */
export function HeaderButton({
  settings,
  top,
  formId,
  hasOtherPrimary,
  onForm,
  onFollow,
}: HeaderButtonProps) {
  const formInView = useInView(formId);
  const { label, target } = settings;
  const look = formInView || hasOtherPrimary ? 'secondary' : 'primary';
  const common = { size: 'small', look, className: styles.download } as const;
  if (sectionOf(target) === top)
    return (
      <Button {...common} onClick={onForm}>
        {label}
      </Button>
    );
  return (
    <ButtonLink {...common} href={target} onClick={onFollow}>
      {label}
    </ButtonLink>
  );
}
