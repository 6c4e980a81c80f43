import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { Component, useLayoutEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from './error-screen.tsx'
import { languageFor } from './languages.ts'
import { queryClient } from './query-client.ts'
import { colorScheme, cssVariables, theme } from './theme.ts'
import { Toasts } from './toasts.tsx'

/** Everything around the screens: theme, direction of reading, data, notices, and what catches a defect. */
export function App({ router, direction }: { router: AnyRouter; direction: 'ltr' | 'rtl' }): ReactNode {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme={colorScheme}>
        <FollowLanguage />
        <Toasts />
        <Boundary>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Boundary>
      </MantineProvider>
    </DirectionProvider>
  )
}

/** Keeps the direction of reading with the language. */
function FollowLanguage(): null {
  const { i18n } = useTranslation()
  const { direction } = languageFor(i18n.language, [])
  const { dir, setDirection } = useDirection()
  useLayoutEffect(() => {
    if (dir !== direction) setDirection(direction)
  }, [dir, direction, setDirection])
  return null
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render(): ReactNode {
    return this.state.error ? <ErrorScreen error={this.state.error} /> : this.props.children
  }
}
