"""What is known of sources beside their documents: whence they come, their licence, whether they are frozen."""
