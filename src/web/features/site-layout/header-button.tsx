import type { NavbarSettings } from '#shared/contract/site.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { sectionOf } from './nav-list.tsx';
import { useInView } from './section-in-view.ts';
import styles from './site-header.module.css';

interface HeaderButtonProps {
  settings: NavbarSettings['button'];
  /** The id of the section the link form stands in. */
  top: string;
  /** While this form is on the screen it holds the one primary button. */
  formId: string;
  /** Another primary button is on the page. */
  quiet: boolean;
  /** Leads to the link form. */
  onForm: () => void;
  onFollow: () => void;
}

/** The way back to the form, or where the owner leads: primary only while no other primary button is in view (brief section 0). */
export function HeaderButton({ settings, top, formId, quiet, onForm, onFollow }: HeaderButtonProps) {
  const formInView = useInView(formId);
  const { label, target } = settings;
  const look = formInView || quiet ? 'secondary' : 'primary';
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
