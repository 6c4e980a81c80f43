import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#console/kit/ui/icons.tsx'

interface MoveButtonsProps {
  up: string
  down: string
  isFirst: boolean
  isLast: boolean
  size?: 24 | 28
  onMove: (by: -1 | 1) => void
}

/** Two buttons that move what they stand beside. */
export const MoveButtons = ({ up, down, isFirst, isLast, size = 28, onMove }: MoveButtonsProps): ReactNode => (
  <>
    <MoveButton {...{ size }} label={up} icon="up" disabled={isFirst} onMove={() => onMove(-1)} />
    <MoveButton {...{ size }} label={down} icon="down" disabled={isLast} onMove={() => onMove(1)} />
  </>
)

interface MoveButtonProps {
  label: string
  icon: 'up' | 'down'
  disabled: boolean
  size: 24 | 28
  onMove: () => void
}
/** Stays focusable when it is disabled at an end of the list, so that the focus is not lost. */
const MoveButton = ({ label, icon, disabled, size, onMove }: MoveButtonProps): ReactNode => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={size}
    aria-label={label}
    title={label}
    data-step={icon}
    aria-disabled={disabled}
    {...(disabled ? { 'data-disabled': true } : {})}
    onClick={() => {
      if (!disabled) onMove()
    }}
  >
    <Icon name={icon} size={14} />
  </ActionIcon>
)
