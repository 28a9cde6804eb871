import type { ReactElement, Ref } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';

interface Props extends Omit<ButtonProps, 'className' | 'isPending'> {
  /** `main`: the one action that the page is for; `plain`: without a border. Default: an ordinary button. */
  tone?: 'main' | 'plain' | 'danger' | undefined;
  /** What the last press began goes on: further presses do nothing. The button keeps the focus. */
  isPending?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ tone, className = '', isPending = false, onPress, type, ...props }: Props): ReactElement {
  return (
    <AriaButton
      {...props}
      type={isPending ? 'button' : type}
      onPress={isPending ? undefined : onPress}
      className={`button ${tone ?? ''} ${isPending ? 'pending' : ''} ${className}`}
    />
  );
}
