import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, type NavigateOptions, type To } from 'react-router-dom';

/**
 * Navigates only while the user is still on the page on which the function was made, so a late response does not
 * interrupt a user who has moved on.
 */
export const useNavigateFromHere = (): ((to: To, options?: NavigateOptions) => void) => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const now = useRef<string>(undefined);
  useEffect(() => {
    now.current = pathname;
    return () => {
      now.current = undefined;
    };
  }, [pathname]);
  return (to, options) => {
    if (now.current === pathname) void navigate(to, options);
  };
};
