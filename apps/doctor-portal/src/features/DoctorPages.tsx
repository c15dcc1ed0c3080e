import { Outlet } from 'react-router-dom';
import { DoctorShortcuts } from './shortcuts/DoctorShortcuts';

/** Adds shortcuts to all of the doctor's pages. */
export function DoctorPages() {
  return (
    <>
      <Outlet />
      <DoctorShortcuts />
    </>
  );
}
