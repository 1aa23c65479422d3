import clsx from 'clsx';
import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react';
import classes from './button.module.css';
import { Link } from './link';

/** How a button looks. `compact` sizes are for rows and bars. */
export interface ButtonLook {
  variant?: 'filled' | 'default' | 'light' | 'subtle';
  size?: 'sm' | 'md' | 'compact-sm' | 'compact-md';
  color?: 'neutral' | 'amber' | 'red';
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  fullWidth?: boolean;
  className?: string;
}

export type ButtonProps = ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, 'color'> & {
    /** The action runs: the button is disabled and shows it. */
    loading?: boolean;
  };

function lookOf({ variant = 'filled', size = 'sm', color = 'neutral', fullWidth, leftSection, className }: ButtonLook) {
  return {
    className: clsx(classes.button, className),
    'data-variant': variant,
    'data-size': size,
    'data-hue': color,
    'data-wide': fullWidth || undefined,
    'data-has-icon': leftSection ? true : undefined,
  };
}

function Content({
  leftSection,
  rightSection,
  children,
}: Pick<ButtonLook, 'leftSection' | 'rightSection'> & { children: ReactNode }) {
  return (
    <>
      {leftSection && <span className={classes.icon}>{leftSection}</span>}
      {children}
      {rightSection && <span className={classes.icon}>{rightSection}</span>}
    </>
  );
}

/** The one button of all pages; `type` is `button` unless it says `submit`. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    color,
    leftSection,
    rightSection,
    fullWidth,
    className,
    loading = false,
    disabled,
    children,
    ...own
  } = props;
  return (
    <button type="button" {...own} {...lookOf(props)} disabled={disabled || loading} aria-busy={loading || undefined}>
      <Content leftSection={leftSection} rightSection={rightSection}>
        {children}
      </Content>
    </button>
  );
}

/** A link that looks like a button. `reloads` leaves the page, for addresses that are no pages. */
export function ButtonLink({
  href,
  reloads,
  rel,
  children,
  ...look
}: ButtonLook & { href: string; reloads?: boolean; rel?: 'prev' | 'next'; children: ReactNode }) {
  const content = <Content {...look}>{children}</Content>;
  return reloads ? (
    <a href={href} rel={rel} {...lookOf(look)}>
      {content}
    </a>
  ) : (
    <Link href={href} rel={rel} {...lookOf(look)}>
      {content}
    </Link>
  );
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'color'> {
  variant?: 'default' | 'subtle' | 'filled';
  color?: ButtonLook['color'];
  /** Width and height, px. */
  size?: number;
}

/** A square button with an icon; it needs an `aria-label`. */
export function IconButton({
  variant = 'default',
  color = 'neutral',
  size = 28,
  className,
  style,
  ...own
}: IconButtonProps) {
  const side = { '--side': `${size}px`, ...style } as CSSProperties;
  return (
    <button
      type="button"
      {...own}
      className={clsx(classes.button, className)}
      style={side}
      data-variant={variant}
      data-hue={color}
      data-size="icon"
    />
  );
}
