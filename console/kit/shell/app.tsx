import { useLanguage } from '#console/kit/i18n/words.ts'
import { languages } from '#i18n/languages.ts'
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { Component, useLayoutEffect, type ReactNode } from 'react'
import { OfflineLine } from './connection.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { queryClient } from '#console/kit/api/query-client.ts'
import { colorScheme, cssVariables, theme } from '#console/kit/ui/theme.ts'
import { Toasts } from '#console/kit/ui/toasts.tsx'

/** The providers around the router: theme, reading direction, query client, toasts, offline line and error boundary. */
export function App({ router, direction }: { router: AnyRouter; direction: 'ltr' | 'rtl' }): ReactNode {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme={colorScheme}>
        <FollowLanguage />
        <Toasts />
        <OfflineLine />
        <Boundary>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Boundary>
      </MantineProvider>
    </DirectionProvider>
  )
}

/** Sets the reading direction of the language. */
function FollowLanguage(): null {
  const { direction } = languages[useLanguage()]
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
