import { createBrowserRouter, Outlet } from "react-router-dom";
import { Broken } from "./Broken.tsx";
import { Frame } from "./Frame.tsx";
import { Guarded } from "./Guarded.tsx";
import { Lost } from "./Lost.tsx";
import { PageSpinner } from "./PageSpinner.tsx";

/** Every address of the portal; each page's code comes with its first visit. */
export const router = createBrowserRouter([
  {
    element: <Outlet />,
    hydrateFallbackElement: <PageSpinner />,
    errorElement: <Broken />,
    children: [
      { path: "/login", lazy: async () => ({ Component: (await import("./features/auth/Login.tsx")).Login }) },
      { path: "/signup", lazy: async () => ({ Component: (await import("./features/auth/Signup.tsx")).Signup }) },
      {
        path: "/forgot-password",
        lazy: async () => ({ Component: (await import("./features/auth/ForgotPassword.tsx")).ForgotPassword }),
      },
      {
        path: "/reset-password",
        lazy: async () => ({ Component: (await import("./features/auth/ResetPassword.tsx")).ResetPassword }),
      },
      {
        path: "/payment-plan-details-view",
        lazy: async () => ({ Component: (await import("./features/payment-plan/PlanDetails.tsx")).PlanDetails }),
      },
      {
        path: "/unauthorized",
        lazy: async () => ({ Component: (await import("./features/auth/Unauthorized.tsx")).Unauthorized }),
      },
      {
        element: (
          <Guarded>
            <Frame />
          </Guarded>
        ),
        children: [
          {
            path: "/",
            lazy: async () => ({ Component: (await import("./Home.tsx")).Home }),
          },
          {
            path: "/society-management",
            lazy: async () => ({ Component: (await import("./features/society/Society.tsx")).Society }),
          },
          {
            path: "/payment-management",
            lazy: async () => ({ Component: (await import("./features/payments/Payments.tsx")).Payments }),
          },
          {
            path: "/finance-management",
            lazy: async () => ({ Component: (await import("./features/finance/Finance.tsx")).Finance }),
          },
          {
            path: "/system-management",
            lazy: async () => ({ Component: (await import("./features/system/System.tsx")).System }),
          },
          {
            path: "/generate-report",
            lazy: async () => ({ Component: (await import("./features/report/Report.tsx")).Report }),
          },
        ],
      },
      {
        element: (
          <Guarded page="/society-management?tab=plots">
            <Frame />
          </Guarded>
        ),
        children: [
          {
            path: "/house/:HouseNo",
            lazy: async () => ({ Component: (await import("./features/house/House.tsx")).House }),
          },
        ],
      },
      {
        element: (
          <Guarded anyone>
            <Frame />
          </Guarded>
        ),
        children: [
          {
            path: "/account",
            lazy: async () => ({ Component: (await import("./features/account/Account.tsx")).Account }),
          },
        ],
      },
      // A segment cannot be named in part, so the page itself looks for "test-" and is lost without it.
      {
        path: "/:page",
        lazy: async () => ({ Component: (await import("./features/selftest/SelfTest.tsx")).SelfTest }),
      },
      { path: "*", element: <Lost /> },
    ],
  },
]);
