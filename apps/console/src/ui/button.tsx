import type { ReactElement, Ref } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';

interface Props extends Omit<ButtonProps, 'className'> {
  /** `main`: the one action that the page is for; `plain`: without a border. Default: an ordinary button. */
  tone?: 'main' | 'plain' | 'danger';
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ tone, className = '', ...props }: Props): ReactElement {
  return <AriaButton {...props} className={`button ${tone ?? ''} ${className}`} />;
}
